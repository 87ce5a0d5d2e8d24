//! Imperative workflows as graphs (3.7.7, 7.3): their steps, the order between them, and steps that can never run.

pub mod course;
pub mod diagram;
pub mod mentions;

use std::collections::HashMap;

use crate::syntax::{Entry, Kind, Node, NodePath};
use crate::text::Span;
use crate::tosca::effective::named;
use crate::tosca::schema::workflow::TRIGGER_CONDITION;

/// The path of the workflows of a topology.
pub const WORKFLOWS: [&str; 2] = ["topology_template", "workflows"];

/// The names of the workflows that the orchestrator generates from the relationships, unless the topology defines them
/// (3.7.7, 7.2).
pub const GENERATED: [&str; 4] = ["deploy", "undeploy", "install", "uninstall"];

/// The keys of a step that name the next ones.
pub const ON_SUCCESS: &str = "on_success";
pub const ON_FAILURE: &str = "on_failure";

/// The states of nodes in their order: the normative ones (3.3.1), and two more of the generated workflows.
pub const STATES: [&str; 12] = [
    "initial",
    "creating",
    "created",
    "configuring",
    "configured",
    "starting",
    "started",
    "stopping",
    "stopped",
    "deleting",
    "deleted",
    "error",
];

/// The normative states of nodes (3.3.1).
pub fn normative_states() -> impl Iterator<Item = &'static str> {
    STATES.into_iter().filter(|state| !matches!(*state, "stopped" | "deleted"))
}

/// Whether the orchestrator generates a workflow with this name.
pub fn is_generated(name: &str) -> bool {
    GENERATED.contains(&name)
}

/// Whether the condition of a trigger is in the extended notation (3.5.18): in the short one its keys are attributes.
pub fn is_extended(condition: &Node) -> bool {
    let is_keyname = |entry: &Entry| entry.key.as_text().is_some_and(|key| TRIGGER_CONDITION.field(key).is_some());
    condition.as_mapping().is_some_and(|mapping| mapping.entries.iter().all(is_keyname))
}

/// A workflow with its steps in text order.
#[derive(Clone, Debug)]
pub struct Workflow<'a> {
    pub name: &'a str,
    pub path: NodePath,
    pub steps: Vec<Step<'a>>,
}

#[derive(Clone, Debug)]
pub struct Step<'a> {
    pub name: &'a str,
    /// The span of its name.
    pub span: Span,
    pub path: NodePath,
    pub node: &'a Node,
    pub on_success: Vec<Next<'a>>,
    pub on_failure: Vec<Next<'a>>,
}

/// A step that another one names.
#[derive(Clone, Debug)]
pub struct Next<'a> {
    pub name: &'a str,
    pub span: Span,
    pub path: NodePath,
    /// Its index; `None` if there is no such step.
    pub step: Option<usize>,
}

/// An activity of a step (3.5.19).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Activity<'a> {
    SetState(&'a str),
    /// `Interface.operation`.
    Call(&'a str),
    Delegate(&'a str),
    Inline(&'a str),
}

/// The names of the workflows of a topology with their entries, in text order.
pub fn entries(root: &Node) -> impl Iterator<Item = (&str, &Entry)> {
    root.at(&NodePath::keys(WORKFLOWS)).into_iter().flat_map(named)
}

/// The workflows of a topology, in text order.
pub fn all(root: &Node) -> Vec<Workflow<'_>> {
    let at = NodePath::keys(WORKFLOWS);
    entries(root).map(|(name, entry)| Workflow::of(name, &entry.value, at.key(name))).collect()
}

/// The workflow at a path.
pub fn at<'a>(root: &'a Node, path: &NodePath) -> Option<Workflow<'a>> {
    let wanted = path.last_key().filter(|_| path.parent() == Some(NodePath::keys(WORKFLOWS)))?;
    let (name, entry) = entries(root).find(|(name, _)| *name == wanted)?;
    Some(Workflow::of(name, &entry.value, path.clone()))
}

/// The activities of the step `node` at a path, each with the path of its value.
pub fn activities<'a>(node: &'a Node, path: &NodePath) -> Vec<(Activity<'a>, NodePath)> {
    let at = path.key("activities");
    let items = node.get("activities").map_or(&[][..], Node::items).iter().enumerate();
    items.filter_map(|(index, item)| activity(item, &at.index(index))).collect()
}

impl<'a> Workflow<'a> {
    fn of(name: &'a str, node: &'a Node, path: NodePath) -> Self {
        let at = path.key("steps");
        let entries: Vec<_> = node.get("steps").into_iter().flat_map(named).collect();
        let indices: HashMap<&str, usize> = entries.iter().enumerate().map(|(at, (name, _))| (*name, at)).collect();
        let steps = entries.iter().map(|(name, entry)| {
            let (path, node) = (at.key(name), &entry.value);
            let next = |key: &str| next_steps(node.get(key), &path.key(key), &indices);
            let (on_success, on_failure) = (next(ON_SUCCESS), next(ON_FAILURE));
            Step { name, span: entry.key.span, path, node, on_success, on_failure }
        });
        Workflow { name, steps: steps.collect(), path }
    }

    /// For each step, whether another one names it, so that it does not run at once (T-7.3-5, T-7.3-7).
    pub fn has_predecessor(&self) -> Vec<bool> {
        let mut found = vec![false; self.steps.len()];
        for next in self.steps.iter().flat_map(|step| step.on_success.iter().chain(&step.on_failure)) {
            if let Some(found) = next.step.and_then(|step| found.get_mut(step)) {
                *found = true;
            }
        }
        found
    }

    /// The steps that run if none fails: those without predecessors, and those after them.
    pub fn regular(&self) -> Vec<bool> {
        self.reached(false)
    }

    /// The steps that may run.
    pub fn reachable(&self) -> Vec<bool> {
        self.reached(true)
    }

    fn reached(&self, with_failures: bool) -> Vec<bool> {
        let mut reached: Vec<bool> = self.has_predecessor().iter().map(|has| !has).collect();
        let mut open: Vec<usize> = (0..reached.len()).filter(|at| reached[*at]).collect();
        while let Some(step) = open.pop().and_then(|at| self.steps.get(at)) {
            let on_failure = step.on_failure.iter().filter(|_| with_failures);
            for next in step.on_success.iter().chain(on_failure).filter_map(|next| next.step) {
                if !std::mem::replace(&mut reached[next], true) {
                    open.push(next);
                }
            }
        }
        reached
    }

    /// A cycle of steps, each of which names the next under `on_success`; empty if there is none. None of them could
    /// start, since each waits for all that name it.
    pub fn cycle(&self) -> Vec<usize> {
        /// A step while it is being followed, and afterwards.
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Open,
            Done,
        }
        let mut marks = vec![Mark::New; self.steps.len()];
        for first in 0..self.steps.len() {
            // The path from `first`, each with the position in its successors.
            let mut path = vec![(first, 0)];
            if marks[first] != Mark::New {
                continue;
            }
            marks[first] = Mark::Open;
            while let Some((at, position)) = path.last_mut() {
                let next = self.steps[*at].on_success.get(*position).map(|next| next.step);
                *position += 1;
                match next {
                    None => {
                        marks[*at] = Mark::Done;
                        path.pop();
                    }
                    Some(Some(next)) if marks[next] == Mark::Open => {
                        let steps = path.iter().map(|(at, _)| *at);
                        return steps.skip_while(|at| *at != next).collect();
                    }
                    Some(Some(next)) if marks[next] == Mark::New => {
                        marks[next] = Mark::Open;
                        path.push((next, 0));
                    }
                    Some(_) => {}
                }
            }
        }
        Vec::new()
    }

    /// The workflows that this one inlines, with the paths of their names.
    pub fn inlined(&self) -> impl Iterator<Item = (&'a str, NodePath)> {
        self.steps.iter().flat_map(Step::activities).filter_map(|(activity, path)| match activity {
            Activity::Inline(name) => Some((name, path)),
            _ => None,
        })
    }
}

impl<'a> Step<'a> {
    /// The activities, each with the path of its value.
    pub fn activities(&self) -> Vec<(Activity<'a>, NodePath)> {
        activities(self.node, &self.path)
    }

    /// The text of a keyname.
    pub fn text(&self, key: &str) -> Option<&'a str> {
        self.node.get(key)?.as_text()
    }
}

/// An activity names its object directly or, since TOSCA 1.3, in a mapping with inputs.
fn activity<'a>(item: &'a Node, at: &NodePath) -> Option<(Activity<'a>, NodePath)> {
    let [entry] = item.entries() else { return None };
    let key = entry.key.as_text()?;
    let (inner, make): (&str, fn(&'a str) -> Activity<'a>) = match key {
        "set_state" => ("state", Activity::SetState),
        "call_operation" => ("operation", Activity::Call),
        "delegate" => ("workflow", Activity::Delegate),
        "inline" => ("workflow", Activity::Inline),
        _ => return None,
    };
    let at = at.key(key);
    match entry.value.as_text() {
        Some(text) => Some((make(text), at)),
        None => Some((make(entry.value.get(inner)?.as_text()?), at.key(inner))),
    }
}

/// A scalar is read as a list of one step (T-7.3-3).
fn next_steps<'a>(node: Option<&'a Node>, at: &NodePath, indices: &HashMap<&str, usize>) -> Vec<Next<'a>> {
    let Some(node) = node else { return Vec::new() };
    let next = |node: &'a Node, path: NodePath| {
        let name = node.as_text()?;
        Some(Next { name, span: node.span, path, step: indices.get(name).copied() })
    };
    match node.kind {
        Kind::Scalar(_) => next(node, at.clone()).into_iter().collect(),
        _ => node.items().iter().enumerate().filter_map(|(index, item)| next(item, at.index(index))).collect(),
    }
}

/// The workflows that inline each other in a cycle, starting with `first`; empty if it is in none.
pub fn recursion<'a>(workflows: &[Workflow<'a>], first: &Workflow<'a>) -> Vec<&'a str> {
    let by_name: HashMap<&str, &Workflow<'a>> = workflows.iter().map(|one| (one.name, one)).collect();
    // Breadth first, so that the shortest cycle is found.
    let mut from: HashMap<&str, &'a str> = HashMap::new();
    let mut open = std::collections::VecDeque::from([first.name]);
    while let Some(name) = open.pop_front() {
        let Some(workflow) = by_name.get(name) else { continue };
        for (inlined, _) in workflow.inlined() {
            if inlined == first.name {
                let mut path = vec![name];
                while let Some(before) = path.last().filter(|last| **last != first.name).and_then(|last| from.get(last))
                {
                    path.push(before);
                }
                path.reverse();
                return path;
            }
            if inlined != first.name && !from.contains_key(inlined) {
                from.insert(inlined, name);
                open.push_back(inlined);
            }
        }
    }
    Vec::new()
}
