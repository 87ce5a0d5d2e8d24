//! The course of an imperative workflow: its activities with those of inlined workflows in their place, in an order in which
//! they can run (T-7.3-4 to T-7.3-7, T-7.3-16).

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use smol_str::SmolStr;

use crate::sorting::Sorting;
use crate::syntax::{Node, NodePath};
use crate::tosca::workflow::{self, Activity, Step, Workflow, is_generated};

/// Maximum number of activities, with everything that a workflow inlines.
const MAX_ACTIVITIES: usize = 20_000;
/// Maximum depth of inlining.
const MAX_DEPTH: usize = 32;

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Course {
    /// Every activity comes after those that it waits for.
    pub activities: Vec<StepActivity>,
    /// Whether activities are missing because of a cycle, a recursion or the limit.
    pub is_cut: bool,
}

/// An activity of a step.
#[derive(Clone, PartialEq, Debug)]
pub struct StepActivity {
    /// Identifies the activity in its workflow: `backup.call:create`.
    pub id: String,
    /// The name of the step. For an inlined workflow, the name of the inlining step comes first: `rollback/stop`.
    pub step: String,
    /// The node or group that the step is for.
    pub target: Option<SmolStr>,
    /// The requirement of the target, for a step of its relationship.
    pub requirement: Option<SmolStr>,
    pub operation_host: Option<SmolStr>,
    pub action: StepAction,
    pub after: Vec<AfterStep>,
    pub path: NodePath,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepAction {
    SetState(SmolStr),
    /// `Interface.operation`.
    Call(SmolStr),
    /// The workflow that the orchestrator runs on the target, or a generated workflow that is inlined.
    Delegate(SmolStr),
    /// A step without activities.
    Nothing,
}

/// An activity that another one waits for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct AfterStep {
    pub activity: usize,
    pub condition: Condition,
}

/// The result of an activity that starts another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Condition {
    /// The activities of a step run in sequence.
    Sequence,
    /// The step succeeded.
    Success,
    /// An activity of the step failed.
    Failure,
}

/// The course of the workflow with this name.
pub fn course(root: &Node, name: &str) -> Option<Course> {
    let all = workflow::all(root);
    let workflows: HashMap<&str, &Workflow<'_>> = all.iter().map(|workflow| (workflow.name, workflow)).collect();
    let mut builder = Builder { workflows: &workflows, activities: Vec::new(), open: Vec::new(), is_cut: false };
    builder.workflow(workflows.get(name)?, "");
    Some(builder.finish())
}

struct Builder<'a, 'w> {
    workflows: &'w HashMap<&'a str, &'w Workflow<'a>>,
    activities: Vec<StepActivity>,
    /// The workflows being inlined.
    open: Vec<&'a str>,
    is_cut: bool,
}

/// The first and last activities of a step or workflow. Others wait for the last ones.
#[derive(Default)]
struct Ends {
    first: Vec<usize>,
    last: Vec<usize>,
}

impl<'a, 'w> Builder<'a, 'w> {
    fn workflow(&mut self, workflow: &'w Workflow<'a>, prefix: &str) -> Ends {
        if self.open.contains(&workflow.name) || self.open.len() >= MAX_DEPTH {
            self.is_cut = true;
            return Ends::default();
        }
        self.open.push(workflow.name);
        let ends: Vec<Ends> = workflow.steps.iter().map(|step| self.step(step, prefix)).collect();
        self.open.pop();
        for (step, own) in workflow.steps.iter().zip(&ends) {
            for (all, condition) in [(&step.on_success, Condition::Success), (&step.on_failure, Condition::Failure)] {
                for next in all.iter().filter_map(|next| ends.get(next.step?)) {
                    self.connect(&own.last, &next.first, condition);
                }
            }
        }
        let (has_predecessor, is_regular) = (workflow.has_predecessor(), workflow.regular());
        let mut both = Ends::default();
        for (at, (step, own)) in workflow.steps.iter().zip(&ends).enumerate() {
            if !has_predecessor[at] {
                both.first.extend(&own.first);
            }
            // Steps that only run after a failure are not waited for.
            if is_regular[at] && step.on_success.iter().all(|next| next.step.is_none()) {
                both.last.extend(&own.last);
            }
        }
        both
    }

    fn step(&mut self, step: &'w Step<'a>, prefix: &str) -> Ends {
        let name = format!("{prefix}{}", step.name);
        let mut ends = Ends::default();
        let activities = step.activities();
        if activities.is_empty() {
            let only = self.push(step, &name, StepAction::Nothing, step.path.clone());
            return Ends { first: only.clone(), last: only };
        }
        for (activity, path) in activities {
            let part = match activity {
                Activity::Inline(inlined) => match self.workflows.get(inlined).copied() {
                    Some(inlined) => self.workflow(inlined, &format!("{name}/")),
                    // Its activities are those of the orchestrator.
                    None if is_generated(inlined) => {
                        self.single(step, &name, StepAction::Delegate(inlined.into()), path)
                    }
                    None => Ends::default(),
                },
                Activity::SetState(state) => self.single(step, &name, StepAction::SetState(state.into()), path),
                Activity::Call(operation) => self.single(step, &name, StepAction::Call(operation.into()), path),
                Activity::Delegate(workflow) => self.single(step, &name, StepAction::Delegate(workflow.into()), path),
            };
            if part.first.is_empty() {
                continue;
            }
            self.connect(&ends.last, &part.first, Condition::Sequence);
            if ends.first.is_empty() {
                ends.first = part.first;
            }
            ends.last = part.last;
        }
        ends
    }

    fn single(&mut self, step: &Step<'a>, name: &str, action: StepAction, path: NodePath) -> Ends {
        let only = self.push(step, name, action, path);
        Ends { first: only.clone(), last: only }
    }

    /// Adds an activity; none beyond the limit.
    fn push(&mut self, step: &Step<'a>, name: &str, action: StepAction, path: NodePath) -> Vec<usize> {
        if self.activities.len() >= MAX_ACTIVITIES {
            self.is_cut = true;
            return Vec::new();
        }
        let text = |key: &str| step.text(key).map(SmolStr::from);
        self.activities.push(StepActivity {
            id: action.id(name),
            step: name.to_owned(),
            target: text("target"),
            requirement: text("target_relationship"),
            operation_host: text("operation_host"),
            action,
            after: Vec::new(),
            path,
        });
        vec![self.activities.len() - 1]
    }

    fn connect(&mut self, before: &[usize], after: &[usize], condition: Condition) {
        for at in after {
            if let Some(activity) = self.activities.get_mut(*at) {
                activity.after.extend(before.iter().map(|activity| AfterStep { activity: *activity, condition }));
            }
        }
    }

    /// Sorts the activities topologically; those of earlier steps come first.
    fn finish(mut self) -> Course {
        let n = self.activities.len();
        let mut successors = vec![Vec::new(); n];
        let mut n_waits = vec![0; n];
        for (at, activity) in self.activities.iter_mut().enumerate() {
            activity.after.order();
            activity.after.dedup();
            n_waits[at] = activity.after.len();
            activity.after.iter().for_each(|after| successors[after.activity].push(at));
        }
        let mut ready: BinaryHeap<Reverse<usize>> = (0..n).filter(|at| n_waits[*at] == 0).map(Reverse).collect();
        let mut order = Vec::with_capacity(n);
        while let Some(Reverse(at)) = ready.pop() {
            order.push(at);
            for &next in &successors[at] {
                n_waits[next] -= 1;
                if n_waits[next] == 0 {
                    ready.push(Reverse(next));
                }
            }
        }
        let mut positions = vec![0; n];
        order.iter().enumerate().for_each(|(position, at)| positions[*at] = position);
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let activities = order.iter().map(|at| {
            let mut activity = self.activities[*at].clone();
            activity.after.iter_mut().for_each(|after| after.activity = positions[after.activity]);
            activity.after.order();
            let number = numbers.entry(activity.id.clone()).or_default();
            *number += 1;
            if *number > 1 {
                activity.id = format!("{}#{number}", activity.id);
            }
            activity
        });
        Course { activities: activities.collect(), is_cut: self.is_cut || order.len() < n }
    }
}

impl StepAction {
    fn id(&self, step: &str) -> String {
        match self {
            StepAction::SetState(state) => format!("{step}.{state}"),
            StepAction::Call(operation) => {
                format!("{step}.call:{}", operation.rsplit('.').next().unwrap_or(operation))
            }
            StepAction::Delegate(_) => format!("{step}.delegate"),
            StepAction::Nothing => step.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse::parse;

    /// The activities of the workflow `w`, each with those it waits for.
    fn lines(workflows: &str) -> Vec<String> {
        let tree = parse(&format!("topology_template:\n  workflows:\n{workflows}"));
        let course = course(tree.root().expect("a tree"), "w").expect("a workflow");
        let line = |activity: &StepActivity| {
            let waits = activity.after.iter().map(|after| {
                let mark = if after.condition == Condition::Failure { "!" } else { "" };
                format!("{mark}{}", course.activities[after.activity].id)
            });
            format!("{} <- {}", activity.id, waits.collect::<Vec<_>>().join(" "))
        };
        course.activities.iter().map(line).collect()
    }

    #[test]
    fn a_step_waits_for_all_that_name_it() {
        let steps = "    w: {steps: {a: {activities: [set_state: x], on_success: [c]}, b: {activities: [set_state: x, \
                     call_operation: S.o], on_success: c}, c: {activities: [delegate: install]}}}\n";
        assert_eq!(lines(steps), ["a.x <- ", "b.x <- ", "b.call:o <- b.x", "c.delegate <- a.x b.call:o"]);
    }

    #[test]
    fn an_inlined_workflow_takes_the_place_of_its_activity() {
        let workflows = "    w: {steps: {m: {activities: [set_state: x, inline: v, set_state: y]}}}\n    \
                         v: {steps: {a: {activities: [set_state: x], on_success: [b, c]}, b: {activities: [set_state: \
                         x]}, c: {activities: [set_state: x]}}}\n";
        assert_eq!(
            lines(workflows),
            ["m.x <- ", "m/a.x <- m.x", "m/b.x <- m/a.x", "m/c.x <- m/a.x", "m.y <- m/b.x m/c.x"]
        );
    }

    #[test]
    fn a_rollback_runs_after_a_failure() {
        let steps = "    w: {steps: {a: {activities: [set_state: x], on_failure: [r], on_success: [b]}, b: {activities: \
                     [set_state: x]}, r: {activities: [set_state: x, set_state: x]}}}\n";
        assert_eq!(lines(steps), ["a.x <- ", "b.x <- a.x", "r.x <- !a.x", "r.x#2 <- r.x"]);
    }

    #[test]
    fn recursion_is_cut() {
        let tree = parse("topology_template: {workflows: {w: {steps: {a: {activities: [inline: w]}}}}}");
        let found = course(tree.root().expect("a tree"), "w").expect("a workflow");
        assert_eq!((found.activities.len(), found.is_cut), (0, true));
    }
}
