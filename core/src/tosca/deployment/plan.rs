//! The plan of a deployment: the activities of a generated or an imperative workflow, and the same in stages for the frame
//! that all previews share.

use std::borrow::Cow;
use std::collections::HashMap;

use smol_str::SmolStr;

use crate::context::FileContext;
use crate::diagnostic::{Related, Severity};
use crate::preview::plan::{Action as StagedAction, Cause, Effect, Plan, Reason, State, Step, Waiting};
use crate::syntax::NodePath;
use crate::tosca::deployment::question::{self, TopologyQuestion};
use crate::tosca::deployment::resolve::{Resolved, finding};
use crate::tosca::deployment::{Deployment, codes};
use crate::tosca::weaving::{self, Action, Graph, Operation, OrderReason, Workflow, hosts};
use crate::tosca::workflow::STATES;
use crate::tosca::workflow::course::{self, Condition, Course, StepAction};

/// An activity of a plan.
#[derive(Clone, PartialEq, Debug)]
pub struct PlannedActivity {
    /// Identifies the activity in its plan: `web.creating`, `web.call:create`.
    pub id: String,
    /// The node, or the target of the step, which may be a group.
    pub node: SmolStr,
    pub kind: ActivityKind,
    /// The relationship whose operation is called.
    pub relationship: Option<SmolStr>,
    /// `SOURCE` or `TARGET`: the end of the relationship on which its operation runs.
    pub operation_host: Option<SmolStr>,
    /// The node that the operation runs on.
    pub host: Option<SmolStr>,
    pub after: Vec<Dependency>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActivityKind {
    SetState(SmolStr),
    /// `Standard.create`.
    Call(SmolStr),
    /// The workflow that the orchestrator runs.
    Delegate(SmolStr),
    /// A step without activities.
    Nothing,
}

/// An activity that another one waits for, by its index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dependency {
    pub activity: usize,
    /// The reason; `None` in the sequence of a node or step.
    pub why: Option<String>,
    kind: &'static str,
}

/// Adds the plan for the requested workflow.
pub fn plan(context: FileContext<'_>, asked: &TopologyQuestion, found: &mut Resolved) {
    let Some(root) = &context.file.root else { return };
    let Resolved { deployment, graph } = found;
    deployment.workflow = asked.workflow.clone();
    match question::generated(root, &asked.workflow).and_then(Workflow::named) {
        Some(workflow) => {
            deployment.workflow = workflow.name().into();
            woven(context, workflow, deployment, graph);
        }
        None => match course::course(root, &asked.workflow) {
            Some(course) => {
                deployment.is_imperative = true;
                deployment.delegated.clear();
                if course.is_cut {
                    let at = NodePath::keys(crate::tosca::workflow::WORKFLOWS).key(&asked.workflow);
                    let message = "the plan is incomplete".to_owned();
                    deployment.findings.push(finding(context, &at, (codes::LIMIT, Severity::Warning), message));
                }
                deployment.activities = imperative(&course, graph);
            }
            None => {
                let at = NodePath::keys(crate::tosca::workflow::WORKFLOWS);
                let message = format!("the topology has no workflow `{}`", asked.workflow);
                deployment.findings.push(finding(context, &at, (codes::UNKNOWN_WORKFLOW, Severity::Error), message));
            }
        },
    }
    deployment.plan = staged(deployment);
}

fn woven(context: FileContext<'_>, workflow: Workflow, deployment: &mut Deployment, graph: &Graph) {
    let plan = weaving::weave(graph, workflow);
    let name = |node: usize| graph.nodes.get(node).map(|node| node.name.clone()).unwrap_or_default();
    deployment.activities = plan
        .activities
        .iter()
        .map(|activity| {
            let (kind, relationship) = match activity.action {
                Action::Delegate => {
                    let word = if workflow == Workflow::Deploy { "install" } else { "uninstall" };
                    (ActivityKind::Delegate(SmolStr::new_static(word)), None)
                }
                Action::SetState(state) => (ActivityKind::SetState(SmolStr::new_static(state)), None),
                Action::Call(operation) => (ActivityKind::Call(format!("Standard.{}", operation.name()).into()), None),
                Action::CallOf { relationship, operation } => (
                    ActivityKind::Call(format!("Configure.{}", operation.name()).into()),
                    Some((relationship, operation)),
                ),
            };
            let end = |(_, operation): (usize, Operation)| {
                SmolStr::new_static(if operation.is_of_source() { "SOURCE" } else { "TARGET" })
            };
            PlannedActivity {
                id: activity.id(graph),
                node: name(activity.node),
                kind,
                relationship: relationship.and_then(|(at, _)| Some(graph.relationships.get(at)?.name.clone())),
                operation_host: relationship.map(end),
                host: activity.host.map(name),
                after: activity
                    .after
                    .iter()
                    .map(|after| Dependency {
                        activity: after.activity,
                        why: after.why.text(graph, workflow),
                        kind: kind_of(after.why),
                    })
                    .collect(),
            }
        })
        .collect();
    if !plan.cycle.is_empty() {
        report_cycle(context, &plan.cycle, deployment);
    }
    for fault in &plan.faults {
        let Some(relationship) = deployment.relationships.get(fault.relationship) else { continue };
        let node = name(fault.node);
        let message = format!(
            "`{}` of `{}` needs an intermediate state of `{node}`, which the orchestrator provides",
            fault.operation.name(),
            relationship.name,
        );
        let at = origin(context, relationship.origin.as_ref());
        let finding = finding(at.0, &at.1, (codes::INTERMEDIATE_STATE, Severity::Error), message);
        deployment.findings.push(finding);
    }
}

/// The file and path of a relationship.
fn origin<'a>(
    context: FileContext<'a>,
    origin: Option<&(crate::text::FilePath, NodePath)>,
) -> (FileContext<'a>, NodePath) {
    let found = origin.and_then(|(file, path)| Some((context.of(context.workspace.file(file)?), path.clone())));
    found.unwrap_or((context, NodePath::root()))
}

fn report_cycle(context: FileContext<'_>, cycle: &[usize], deployment: &mut Deployment) {
    let relationships: Vec<_> = cycle.iter().filter_map(|at| deployment.relationships.get(*at)).collect();
    let Some(first) = relationships.first() else { return };
    let names: Vec<String> = relationships.iter().map(|one| format!("`{}`", one.name)).collect();
    let message = format!("cycle of requirements: {}", names.join(" → "));
    let (at, path) = origin(context, first.origin.as_ref());
    let mut found = finding(at, &path, (codes::CYCLE, Severity::Error), message);
    for one in &relationships[1..] {
        let (at, path) = origin(context, one.origin.as_ref());
        if let Some(span) = at.file.key_span(&path) {
            let message = format!("`{}` requires `{}`", one.source, one.target);
            found.related.push(Related { file: at.file.path.clone(), span, message });
        }
    }
    deployment.cycle = relationships.iter().map(|one| one.name.clone()).collect();
    deployment.findings.push(found);
}

fn kind_of(why: OrderReason) -> &'static str {
    match why {
        OrderReason::Sequence => "sequence",
        OrderReason::Relationship(_) => "relationship",
        OrderReason::Ends(_) => "both-ends",
        OrderReason::Host(_) => "host",
    }
}

/// The activities of an imperative workflow.
fn imperative(course: &Course, graph: &Graph) -> Vec<PlannedActivity> {
    let roots = hosts::roots(graph);
    let by_name: HashMap<&str, usize> =
        graph.nodes.iter().enumerate().map(|(at, node)| (node.name.as_str(), at)).collect();
    let host = |target: &SmolStr| {
        let root = roots.get(*by_name.get(target.as_str())?).copied().flatten()?;
        Some(graph.nodes.get(root)?.name.clone())
    };
    let activity = |activity: &course::StepActivity| {
        let node = activity.target.clone().unwrap_or_default();
        let is_call = matches!(activity.action, StepAction::Call(_));
        PlannedActivity {
            id: activity.id.clone(),
            host: is_call.then(|| host(&node)).flatten(),
            kind: match &activity.action {
                StepAction::SetState(state) => ActivityKind::SetState(state.clone()),
                StepAction::Call(operation) => ActivityKind::Call(operation.clone()),
                StepAction::Delegate(workflow) => ActivityKind::Delegate(workflow.clone()),
                StepAction::Nothing => ActivityKind::Nothing,
            },
            relationship: activity.requirement.as_ref().map(|requirement| format!("{node}.{requirement}").into()),
            operation_host: activity.operation_host.clone(),
            after: activity
                .after
                .iter()
                .map(|after| {
                    let step = course.activities.get(after.activity).map_or("", |before| before.step.as_str());
                    let (kind, why) = match after.condition {
                        Condition::Sequence => ("sequence", None),
                        Condition::Success => ("success", Some(format!("on_success of {step}"))),
                        Condition::Failure => ("failure", Some(format!("on_failure of {step}"))),
                    };
                    Dependency { activity: after.activity, why, kind }
                })
                .collect(),
            node,
        }
    };
    course.activities.iter().map(activity).collect()
}

/// The activities in stages: each in the first stage after those that it waits for.
fn staged(deployment: &Deployment) -> Plan {
    let activities = &deployment.activities;
    let mut levels = Vec::with_capacity(activities.len());
    let mut states: HashMap<&str, Option<State>> = HashMap::new();
    let mut stages: Vec<Vec<StagedAction>> = Vec::new();
    for activity in activities {
        let level =
            activity.after.iter().filter_map(|after| levels.get(after.activity)).max().map_or(0, |last| last + 1);
        levels.push(level);
        let from = states.get(activity.node.as_str()).copied().flatten();
        let to = match &activity.kind {
            ActivityKind::SetState(name) => state(name).or(from),
            ActivityKind::Delegate(name) if name == "install" => state("started"),
            ActivityKind::Delegate(name) if name == "uninstall" => state("deleted"),
            ActivityKind::Delegate(_) | ActivityKind::Call(_) | ActivityKind::Nothing => from,
        };
        states.insert(&activity.node, to);
        let Step { action, instance } = step(activity);
        let reasons = activity.after.iter().filter_map(|after| {
            let before = activities.get(after.activity)?;
            let text = after.why.clone().map_or(Cow::Borrowed("order of the node states"), Cow::Owned);
            Some(Reason { after: Some(step(before)), cause: Cause { kind: after.kind, text } })
        });
        let reasons = reasons.collect();
        let (operations, effect) = (Vec::new(), Effect::Passes { from, to });
        while stages.len() <= level {
            stages.push(Vec::new());
        }
        if let Some(stage) = stages.get_mut(level) {
            stage.push(StagedAction { action, instance, reasons, operations, effect });
        }
    }
    let waiting =
        deployment.relationships.iter().filter(|one| deployment.cycle.contains(&one.name)).map(|one| Waiting {
            step: Step { action: "create".to_owned(), instance: one.source.to_string() },
            cause: Cause { kind: "relationship", text: format!("{} requires {}", one.source, one.target).into() },
        });
    Plan { stages, deadlock: waiting.collect(), ..Plan::default() }
}

/// An activity as the frame names it.
fn step(activity: &PlannedActivity) -> Step {
    let action = match &activity.kind {
        ActivityKind::SetState(state) => state.to_string(),
        ActivityKind::Call(operation) => match &activity.relationship {
            Some(relationship) => format!("{operation} of {relationship}"),
            None => operation.to_string(),
        },
        ActivityKind::Delegate(workflow) => format!("delegate {workflow}"),
        ActivityKind::Nothing => "nothing".to_owned(),
    };
    Step { action, instance: activity.node.to_string() }
}

fn state(name: &str) -> Option<State> {
    let rank = STATES.iter().position(|state| *state == name)?;
    Some(State { rank: u8::try_from(rank).ok()?, name: STATES[rank] })
}
