//! Writes the generated workflow of a topology as an imperative one, to be changed from there: the woven activities in
//! steps, with the same order between them.

use serde_yaml::{Mapping, Value};

use crate::context::FileContext;
use crate::edit::EditError;
use crate::editing::refused;
use crate::sorted_map::SortedSet;
use crate::syntax::NodePath;
use crate::tosca::command::steps::add::own_name;
use crate::tosca::deployment::question::TopologyQuestion;
use crate::tosca::deployment::resolve::resolve;
use crate::tosca::model::TEMPLATES;
use crate::tosca::weaving::{Action, Activity, Graph, Plan, Workflow, weave};
use crate::tosca::workflow::{ON_SUCCESS, normative_states};

/// The steps of a generated workflow.
pub fn steps(context: FileContext<'_>, workflow: Workflow) -> Result<Value, EditError> {
    let asked = TopologyQuestion { workflow: workflow.name().into(), ..TopologyQuestion::default() };
    let graph = resolve(context, &asked).graph;
    let plan = weave(&graph, workflow);
    if !plan.cycle.is_empty() {
        let names = plan.cycle.iter().filter_map(|at| graph.relationships.get(*at));
        let names: Vec<String> = names.map(|one| format!("`{}`", one.name)).collect();
        return Err(refused(format!("there is no plan: cycle of requirements {}", names.join(" → "))));
    }
    let root = context.file.root.as_deref();
    let templates = root.and_then(|root| root.at(&NodePath::keys(TEMPLATES)));
    let is_template = |node: usize| {
        let name = graph.nodes.get(node).map(|node| node.name.as_str());
        name.zip(templates).is_some_and(|(name, templates)| templates.get(name).is_some())
    };
    let chains = chains(&graph, &plan, &is_template);
    if chains.is_empty() {
        return Err(refused("there is no plan: the topology has no node templates"));
    }
    let mut taken: SortedSet<String> = SortedSet::new();
    let names: Vec<String> = chains
        .iter()
        .map(|chain| {
            let is_whole = chains.iter().filter(|other| other.subject.node == chain.subject.node).count() == 1;
            let name = own_name(&chain.name(&graph, &plan, is_whole), |name| taken.contains(name));
            taken.insert(name.clone());
            name
        })
        .collect();
    let steps = chains
        .iter()
        .zip(&names)
        .map(|(chain, name)| (Value::from(name.as_str()), chain.step(&graph, &plan, workflow, &names)));
    Ok(Value::Mapping(steps.collect()))
}

/// The node or relationship of the activities of a step.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Subject {
    /// The node that the step is for; for an operation of a relationship, the one with the requirement.
    node: usize,
    /// The relationship, and whether its operations run on its source.
    relationship: Option<(usize, bool)>,
}

impl Subject {
    fn of(graph: &Graph, activity: &Activity) -> Self {
        match activity.action {
            Action::CallOf { relationship, operation } => {
                let source = graph.relationships.get(relationship).map_or(activity.node, |one| one.source);
                Subject { node: source, relationship: Some((relationship, operation.is_of_source())) }
            }
            Action::Delegate | Action::SetState(_) | Action::Call(_) => {
                Subject { node: activity.node, relationship: None }
            }
        }
    }
}

/// Activities that form a step: each waits only for the one before, for which nothing else waits.
struct Chain {
    subject: Subject,
    activities: Vec<usize>,
    /// The chains that follow.
    next: Vec<usize>,
}

/// The activities of node templates in chains, in the order of their first activities. Those of nodes that the orchestrator
/// adds are left out, and states that are not normative: what waits for them waits for what they wait for.
fn chains(graph: &Graph, plan: &Plan, is_template: &impl Fn(usize) -> bool) -> Vec<Chain> {
    let count = plan.activities.len();
    let subjects: Vec<Subject> = plan.activities.iter().map(|activity| Subject::of(graph, activity)).collect();
    let is_kept = |at: usize| {
        let is_written = |activity: &Activity| match activity.action {
            Action::SetState(state) => normative_states().any(|known| known == state),
            Action::Delegate | Action::Call(_) | Action::CallOf { .. } => true,
        };
        let is_of_template = subjects.get(at).is_some_and(|subject| is_template(subject.node));
        is_of_template && plan.activities.get(at).is_some_and(is_written)
    };
    // Every activity comes after those that it waits for.
    let mut before: Vec<SortedSet<usize>> = Vec::with_capacity(count);
    let mut n_after = vec![0; count];
    for activity in &plan.activities {
        let mut waits = SortedSet::new();
        for after in activity.after.iter().map(|after| after.activity) {
            match is_kept(after) {
                true => drop(waits.insert(after)),
                false => waits.extend(before.get(after).into_iter().flatten().copied()),
            }
        }
        before.push(waits);
    }
    for waits in before.iter().enumerate().filter(|(at, _)| is_kept(*at)).map(|(_, waits)| waits) {
        waits.iter().for_each(|at| n_after[*at] += 1);
    }
    let mut chains: Vec<Chain> = Vec::new();
    let mut chain_of: Vec<Option<usize>> = vec![None; count];
    for (at, subject) in subjects.iter().enumerate().filter(|(at, _)| is_kept(*at)) {
        let waits = &before[at];
        let only = waits.first().copied().filter(|_| waits.len() == 1);
        let continued = only.filter(|before| n_after[*before] == 1 && subjects[*before] == *subject);
        let chain = match continued.and_then(|before| chain_of[before]) {
            Some(chain) => chain,
            None => {
                let number = chains.len();
                for before in waits.iter().filter_map(|before| chain_of[*before]) {
                    let next = &mut chains[before].next;
                    if !next.contains(&number) {
                        next.push(number);
                    }
                }
                chains.push(Chain { subject: *subject, activities: Vec::new(), next: Vec::new() });
                number
            }
        };
        chains[chain].activities.push(at);
        chain_of[at] = Some(chain);
    }
    chains
}

impl Chain {
    /// The name of the step: that of its node, with the last activity unless the step has all of them.
    fn name(&self, graph: &Graph, plan: &Plan, is_whole: bool) -> String {
        let node = graph.nodes.get(self.subject.node).map_or("", |node| node.name.as_str());
        let last = self.activities.last().and_then(|at| plan.activities.get(*at)).filter(|_| !is_whole);
        match last.map(|activity| activity.action) {
            None => node.to_owned(),
            Some(Action::Delegate) => format!("{node}_{}", plan.workflow.name()),
            Some(Action::SetState(state)) => format!("{node}_{state}"),
            Some(Action::Call(operation) | Action::CallOf { operation, .. }) => format!("{node}_{}", operation.name()),
        }
    }

    fn step(&self, graph: &Graph, plan: &Plan, workflow: Workflow, names: &[String]) -> Value {
        let mut step = Mapping::new();
        let node = graph.nodes.get(self.subject.node).map_or("", |node| node.name.as_str());
        step.insert("target".into(), node.into());
        if let Some((relationship, is_of_source)) = self.subject.relationship {
            let name = graph.relationships.get(relationship).map_or("", |one| one.name.as_str());
            let requirement = name.strip_prefix(node).and_then(|rest| rest.strip_prefix('.')).unwrap_or(name);
            step.insert("target_relationship".into(), requirement.into());
            step.insert("operation_host".into(), if is_of_source { "SOURCE" } else { "TARGET" }.into());
        }
        let activities = self.activities.iter().filter_map(|at| plan.activities.get(*at)).map(|activity| {
            let (key, value) = match activity.action {
                Action::Delegate => ("delegate", workflow.name().to_owned()),
                Action::SetState(state) => ("set_state", state.to_owned()),
                Action::Call(operation) => ("call_operation", format!("Standard.{}", operation.name())),
                Action::CallOf { operation, .. } => ("call_operation", format!("Configure.{}", operation.name())),
            };
            Value::Mapping(Mapping::from_iter([(Value::from(key), Value::from(value))]))
        });
        step.insert("activities".into(), Value::Sequence(activities.collect()));
        let next: Vec<Value> = self.next.iter().filter_map(|at| Some(names.get(*at)?.as_str().into())).collect();
        if !next.is_empty() {
            step.insert(ON_SUCCESS.into(), Value::Sequence(next));
        }
        Value::Mapping(step)
    }
}
