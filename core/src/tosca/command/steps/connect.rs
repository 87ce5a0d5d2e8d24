//! Connects steps: one follows the success or the failure of another. Refused where `check` would report it.

use serde_yaml::Value;

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::{extend, refused};
use crate::syntax::{Node, NodePath};
use crate::topology::{CandidateEnd, ConnectionEnd, End, PortKind};
use crate::tosca::workflow::diagram::workflow_of;
use crate::tosca::workflow::{self, Next, ON_FAILURE, ON_SUCCESS, Workflow};

/// The port of a step at which the connections to it end.
const START: &str = "start";

/// The workflow of a step, with the index of the step.
pub fn workflow_with<'a>(context: FileContext<'a>, step: &NodePath) -> Option<(Workflow<'a>, usize)> {
    let root: &'a Node = context.file.root.as_deref()?;
    let workflow = workflow::at(root, &workflow_of(step)?)?;
    let at = workflow.steps.iter().position(|one| one.path == *step)?;
    Some((workflow, at))
}

/// The ports of a step where a connection can begin.
pub fn starts(vertex: &NodePath) -> Vec<ConnectionEnd> {
    let ports =
        [(ON_SUCCESS, PortKind::Capability), (ON_FAILURE, PortKind::Capability), (START, PortKind::Requirement)];
    ports.map(|(port, kind)| end(vertex, port, kind)).to_vec()
}

fn end(vertex: &NodePath, port: &str, kind: PortKind) -> ConnectionEnd {
    ConnectionEnd { end: End { vertex: vertex.clone(), port: port.into() }, kind }
}

/// Every possible end of a connection from a port of a step, with the reason if it is refused.
pub fn candidates(context: FileContext<'_>, from: &End, kind: PortKind) -> Vec<CandidateEnd> {
    workflow_with(context, &from.vertex).map_or_else(Vec::new, |(workflow, at)| ends(&workflow, at, &from.port, kind))
}

/// The ends in a workflow.
pub fn ends(workflow: &Workflow<'_>, own: usize, port: &str, kind: PortKind) -> Vec<CandidateEnd> {
    let mut attempt = Attempt::of(workflow);
    let mut found = Vec::new();
    for (other, step) in workflow.steps.iter().enumerate().filter(|(other, _)| *other != own) {
        match kind {
            PortKind::Capability => found.push(CandidateEnd {
                end: end(&step.path, START, PortKind::Requirement),
                refused: attempt.refusal(own, port, other),
            }),
            PortKind::Requirement => found.extend([ON_SUCCESS, ON_FAILURE].map(|port| CandidateEnd {
                end: end(&step.path, port, PortKind::Capability),
                refused: attempt.refusal(other, port, own),
            })),
            PortKind::Input | PortKind::Output => {}
        }
    }
    found
}

/// Tries connections in a copy of a workflow.
struct Attempt<'a> {
    workflow: Workflow<'a>,
    /// Whether it has a cycle already.
    is_cyclic: bool,
    /// The steps that may run now.
    reachable: Vec<bool>,
}

impl<'a> Attempt<'a> {
    fn of(workflow: &Workflow<'a>) -> Self {
        let (is_cyclic, reachable) = (!workflow.cycle().is_empty(), workflow.reachable());
        Attempt { workflow: workflow.clone(), is_cyclic, reachable }
    }

    /// Why a step cannot follow another one, if so.
    fn refusal(&mut self, from: usize, port: &str, to: usize) -> Option<String> {
        let steps = &mut self.workflow.steps;
        let new = steps.get(to)?;
        let new = Next { name: new.name, span: new.span, path: new.path.clone(), step: Some(to) };
        let step = steps.get_mut(from)?;
        let all = match port {
            ON_SUCCESS => &mut step.on_success,
            ON_FAILURE => &mut step.on_failure,
            _ => return Some(format!("a step has no `{port}`")),
        };
        if from == to {
            return Some(format!("`{}` cannot follow itself", step.name));
        }
        if all.iter().any(|known| known.step == Some(to)) {
            return Some(format!("`{port}` of `{}` already names `{}`", step.name, new.name));
        }
        if step.node.get(port).is_some_and(|value| value.as_mapping().is_some()) {
            return Some(format!("`{port}` is not a list of names; change it in the text"));
        }
        all.push(new);
        let why = self.fault();
        let step = self.workflow.steps.get_mut(from)?;
        if port == ON_SUCCESS {
            step.on_success.pop()
        } else {
            step.on_failure.pop()
        };
        why
    }

    /// The fault that a connection has caused: a cycle, or a step that is no longer reachable.
    fn fault(&self) -> Option<String> {
        let steps = &self.workflow.steps;
        let cycle = self.workflow.cycle();
        if !cycle.is_empty() && !self.is_cyclic {
            let names = cycle.iter().chain(cycle.first()).filter_map(|at| steps.get(*at));
            let names: Vec<String> = names.map(|step| format!("`{}`", step.name)).collect();
            return Some(format!("this would cause a cycle of steps: {}", names.join(" → ")));
        }
        let now = self.workflow.reachable();
        let lost = steps.iter().zip(self.reachable.iter().zip(&now)).find(|(_, (before, now))| **before && !**now);
        lost.map(|(step, _)| format!("`{}` could never run", step.name))
    }
}

/// Lets the step `target` follow the success or the failure of `source`.
pub fn connect(context: FileContext<'_>, source: &End, target: &End) -> Result<Change, EditError> {
    let missing = |end: &End| EditError::Missing(end.vertex.to_string());
    let (workflow, from) = workflow_with(context, &source.vertex).ok_or_else(|| missing(source))?;
    let to = workflow.steps.iter().position(|step| step.path == target.vertex);
    let to = to.ok_or_else(|| refused("only steps of the same workflow can be connected"))?;
    if let Some(why) = Attempt::of(&workflow).refusal(from, &source.port, to) {
        return Err(refused(why));
    }
    let mut draft = context.file.draft();
    let name = workflow.steps[to].name;
    extend(context.file, &mut draft, &source.vertex.key(&source.port), Value::from(name))?;
    let title = format!("Connect {} to {name}", workflow.steps[from].name);
    Ok(Change::of_file(title, context.file.path.clone(), draft.finish()))
}
