//! Completion in imperative workflows (3.6.24 to 3.6.26): steps and operations.

use super::word;
use crate::completion::cursor::CursorContext;
use crate::completion::{Completion, ValidName};
use crate::context::FileContext;
use crate::symbol::SymbolKind;
use crate::syntax::{Entry, Node, NodePath};
use crate::tosca::copies;
use crate::tosca::effective::named;
use crate::tosca::interfaces;
use crate::tosca::scope::Scope;
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

pub fn values(context: FileContext<'_>, cursor: &CursorContext) -> Vec<Completion> {
    let words = cursor.path.words();
    let ["topology_template", "workflows", workflow, "steps", step, rest @ ..] = words.as_slice() else {
        return Vec::new();
    };
    let topology = context.file.root.as_ref().and_then(|root| root.get("topology_template"));
    let steps = topology.and_then(|topology| topology.get("workflows")?.get(workflow)?.get("steps"));
    match rest {
        ["activities", "", "call_operation"] | ["activities", "", "call_operation", "operation"] => {
            let target = steps.and_then(|steps| steps.get(step)?.get("target")?.as_text());
            target.map_or_else(Vec::new, |target| operations(context, topology, target, cursor))
        }
        ["activities", "", "inline" | "delegate"] | ["activities", "", "inline" | "delegate", "workflow"] => {
            let all = topology.and_then(|topology| topology.get("workflows")).into_iter().flat_map(named);
            all.filter(|(name, _)| name != workflow).map(|(name, _)| word(name, "workflow", cursor)).collect()
        }
        _ => Vec::new(),
    }
}

/// The operations of a node template: `Standard.create`.
fn operations(
    context: FileContext<'_>,
    topology: Option<&Node>,
    target: &str,
    cursor: &CursorContext,
) -> Vec<Completion> {
    let templates = topology.and_then(|topology| topology.get("node_templates"));
    let template = templates.and_then(|templates| templates.get(target));
    let Some(of) = template.and_then(|template| copies::type_of(templates, template)) else { return Vec::new() };
    let scope = Scope::of(context);
    let of = scope.effective(SymbolKind::NodeType, of);
    let mut found = Vec::new();
    for interface in of.names(&["interfaces"]) {
        let known = interfaces::find(&scope, &of, interface);
        let operations = known.iter().flat_map(|known| &known.operations);
        found.extend(operations.map(|operation| word(format!("{interface}.{operation}"), "operation", cursor)));
    }
    found
}
