//! Edits of the diagrams of workflows: steps, their order and their activities. Everything else is an edit by path.

pub mod activities;
pub mod add;
pub mod connect;
pub mod generated;
pub mod reconnect;
pub mod target;

use crate::context::FileContext;
use crate::syntax::NodePath;
use crate::topology::Action;
use crate::tosca::workflow::WORKFLOWS;
use crate::tosca::workflow::diagram::workflow_of;

/// Whether a path is that of a step.
pub fn is_step(path: &NodePath) -> bool {
    workflow_of(path).is_some()
}

/// Whether a section contains the steps of a workflow.
pub fn is_section(section: &NodePath) -> bool {
    is_step(&section.key("step"))
}

/// Whether a path is that of a workflow.
fn is_workflow(path: &NodePath) -> bool {
    path.parent() == Some(NodePath::keys(WORKFLOWS))
}

/// The edits of a workflow, and those of the whole topology that add one.
pub fn actions(context: FileContext<'_>, paths: &[NodePath]) -> Vec<Action> {
    match paths {
        [] => add::additions(context),
        [path] if is_workflow(path) => vec![add::removal(path)],
        _ => Vec::new(),
    }
}
