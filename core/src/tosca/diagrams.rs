//! The diagrams of a service template: its topology, its workflows, and the types that it defines.

use crate::context::FileContext;
use crate::syntax::NodePath;
use crate::text::FilePath;
use crate::topology::diagrams::{Diagram, DiagramKey, DiagramKind};
use crate::topology::{Action, Offer, Topology};
use crate::tosca::command::{hierarchy, steps};
use crate::tosca::type_diagram;
use crate::tosca::workflow;
use crate::workspace::built_in::is_built_in;

/// The diagrams. A file without a topology begins with its types.
pub fn list(context: FileContext<'_>) -> Vec<Diagram> {
    let topology = Diagram { key: DiagramKey::default(), name: String::new(), parts: Vec::new() };
    let types = type_diagram::list(context);
    let has_topology = context.file.root.as_ref().is_some_and(|root| root.get("topology_template").is_some());
    let (first, last) = if has_topology { (None, types) } else { (types, None) };
    first.into_iter().chain([topology]).chain(workflow::diagram::list(context)).chain(last).collect()
}

pub fn draw(context: FileContext<'_>, diagram: &DiagramKey) -> Option<Topology> {
    match diagram.kind {
        DiagramKind::Topology => None,
        DiagramKind::Workflow => workflow::diagram::draw(context, diagram),
        DiagramKind::Types | DiagramKind::Type => type_diagram::draw(context, diagram),
    }
}

pub fn offers(context: FileContext<'_>, diagram: &DiagramKey) -> Vec<Offer> {
    match diagram.kind {
        DiagramKind::Topology => Vec::new(),
        DiagramKind::Workflow => steps::add::offers(context, diagram),
        // Built-in files cannot be changed.
        _ if is_built_in(&context.file.path) => Vec::new(),
        DiagramKind::Types => hierarchy::offers(context),
        DiagramKind::Type => hierarchy::offers_below(context, &diagram.of),
    }
}

/// The diagram of the workflow that a step runs, or of a type.
pub fn of_box(context: FileContext<'_>, path: &NodePath) -> Option<(FilePath, DiagramKey)> {
    let workflow = workflow::diagram::of_step(context, path).map(|key| (context.file.path.clone(), key));
    workflow.or_else(|| type_diagram::of_box(context, path))
}

pub fn additions(context: FileContext<'_>) -> Vec<Action> {
    let mut found = steps::add::additions(context);
    found.extend(hierarchy::additions(context));
    found
}
