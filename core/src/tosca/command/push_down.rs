//! Pushes a member of a type down: its definition moves to the types that derive from this one directly.

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::refused;
use crate::syntax::NodePath;
use crate::tosca::command::meaning::{Direction, Moved, check_types};
use crate::tosca::command::member::{Drafts, Member};
use crate::tosca::effective::short_name;
use crate::tosca::scope::Scope;
use crate::tosca::type_graph::{TypeEntry, TypeGraph};

/// Moves the member at a path to each type that derives from its type. One that refines it keeps what it states itself. Refused
/// if something needs the member where it was, or would change.
pub(super) fn push_down(context: FileContext<'_>, path: &NodePath) -> Result<Change, EditError> {
    let member = Member::of(context, path)?;
    member.definition(&Scope::of(context))?;
    let graph = TypeGraph::of_workspace(context);
    let own = graph.at(&context.file.path, &member.of).ok_or_else(|| EditError::Missing(path.to_string()))?;
    let derived = graph.get(own).map_or(&[][..], |entry| &entry.derived);
    let children: Vec<&TypeEntry> = derived.iter().filter_map(|at| graph.get(*at)).collect();
    children_of(&children, &member.type_name).map_err(refused)?;
    required(&graph, own, &member)?;
    let mut drafts = Drafts::default();
    for child in &children {
        let home = context.workspace.file(&child.file).ok_or_else(|| EditError::Missing(child.file.to_string()))?;
        let home = context.of(home);
        match member.in_type(home.file.root.as_deref(), &child.path) {
            Some(there) => member.merge(&mut drafts, (home, &there), false)?,
            None => member.copy_to(&mut drafts, home, &child.path)?,
        }
    }
    member.remove(&mut drafts)?;
    let to = match children.as_slice() {
        [only] => short_name(&only.definition.name).to_owned(),
        all => format!("{} types", all.len()),
    };
    let change = drafts.finish(format!("Push {} down to {to}", member.own_name()));
    let upper = member.place();
    let moved = Moved { direction: Direction::Down, member: member.fact(), upper: &upper, lower: None };
    check_types(context, &change, &moved)?;
    Ok(change)
}

/// Why a member of the type with this name cannot be pushed down to these types, as far as they tell.
pub(super) fn children_of(children: &[&TypeEntry], of: &str) -> Result<(), String> {
    let of = short_name(of);
    match children.iter().find(|child| child.is_built_in) {
        Some(child) => Err(format!("`{}` is built in and cannot be changed", child.definition.name)),
        None if children.is_empty() => Err(format!("no type derives from `{of}`")),
        None => Ok(()),
    }
}

/// Refuses to take a capability from a type that requirements ask for because of it.
fn required(graph: &TypeGraph, own: usize, member: &Member<'_>) -> Result<(), EditError> {
    if member.section != "capabilities" {
        return Ok(());
    }
    let is = |of: usize, wanted: usize| graph.chain(of).any(|at| at == wanted);
    // A definition in the type itself hides that of an ancestor.
    let above = graph.get(own).and_then(|entry| entry.base).map_or(Vec::new(), |base| graph.capabilities(base));
    let offered = graph.capabilities(own);
    let others = offered.iter().filter(|(name, _)| *name != member.name);
    let left = others.chain(above.iter().filter(|(name, _)| *name == member.name));
    let left: Vec<usize> = left.filter_map(|(_, of)| *of).collect();
    for entry in &graph.all {
        for wanted in entry.requires.iter().filter(|wanted| wanted.node == Some(own)) {
            let Some(capability) = wanted.capability else { continue };
            let is_met = offered.iter().filter_map(|(_, of)| *of).any(|of| is(of, capability));
            if is_met && !left.iter().any(|of| is(*of, capability)) {
                let (name, of) = (&wanted.name, short_name(&entry.definition.name));
                let own = short_name(&member.type_name);
                return Err(refused(format!("`{name}` of `{of}` requires `{}` of `{own}`", member.name)));
            }
        }
    }
    Ok(())
}
