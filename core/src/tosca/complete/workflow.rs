//! Completion in imperative workflows (3.6.26): the steps. Activities are offered by their forms.

use crate::completion::ValidName;
use crate::context::FileContext;
use crate::syntax::{Entry, Node, NodePath};
use crate::tosca::effective::named;
use crate::tosca::workflow::WORKFLOWS;

/// The other steps of the workflow, each with its target.
pub fn steps(context: FileContext<'_>, at: &NodePath) -> Vec<ValidName> {
    let words = at.words();
    let ["topology_template", "workflows", workflow, "steps", step, ..] = words.as_slice() else { return Vec::new() };
    let root = context.file.root.as_ref();
    let steps = root.and_then(|root| root.at(&NodePath::keys(WORKFLOWS))?.get(workflow)?.get("steps"));
    let target = |entry: &Entry| entry.value.get("target").and_then(Node::as_text).unwrap_or_default().to_owned();
    let others = steps.into_iter().flat_map(named).filter(|(name, _)| name != step);
    others.map(|(name, entry)| ValidName::new(name, target(entry))).collect()
}
