//! The offers to move members of a type along the hierarchy.

use crate::context::FileContext;
use crate::syntax::NodePath;
use crate::topology::{Action, ActionEdit, Command};
use crate::tosca::command::member::{is_member, movable};
use crate::tosca::command::pull_up::parent;
use crate::tosca::command::push_down::children_of;
use crate::tosca::effective::short_name;
use crate::tosca::inherited::type_at;
use crate::tosca::scope::Scope;
use crate::tosca::type_graph::{TypeEntry, TypeGraph};
use crate::workspace::built_in::is_built_in;

/// The number of types that are named; the rest are left out.
const NAMED: usize = 3;

/// The edits for the members of a type, or for one of them. Whether a move keeps all meanings is known when it is tried.
pub(super) fn actions(context: FileContext<'_>, paths: &[NodePath]) -> Vec<Action> {
    let ([path], Some(root)) = (paths, context.file.root.as_deref()) else { return Vec::new() };
    let of: NodePath = path.steps().iter().take(2).cloned().collect();
    let Some((kind, name)) = type_at(&of).filter(|_| !is_built_in(&context.file.path)) else { return Vec::new() };
    let mut members = movable(root, &of);
    if *path != of {
        members.retain(|(_, member)| member == path && is_member(path));
    }
    if members.is_empty() {
        return Vec::new();
    }
    let scope = Scope::of(context);
    let own = scope.find(&[kind], &name).filter(|own| *own.file == context.file.path && own.path() == of);
    let Some(own) = own else { return Vec::new() };
    let effective = scope.effective_of(kind, own);
    let mut found = Vec::new();
    let mut offer = |name: &'static str, group: &str, command: fn(NodePath) -> Command| {
        found.extend(members.iter().map(|(member, path)| Action {
            name,
            subject: member.clone(),
            edit: ActionEdit::OneOf { group: group.to_owned(), command: command(path.clone()) },
            refused: None,
        }));
    };
    if let Ok(upper) = parent(effective.chain().nth(1), &name) {
        offer("pull_up", short_name(&upper.name), Command::PullUp);
    }
    let graph = TypeGraph::of_workspace(context);
    let derived = graph.at(&context.file.path, &of).and_then(|at| graph.get(at)).map_or(&[][..], |own| &own.derived);
    let children: Vec<&TypeEntry> = derived.iter().filter_map(|at| graph.get(*at)).collect();
    if children_of(&children, &name).is_ok() {
        let names = children.iter().take(NAMED).map(|child| short_name(&child.definition.name));
        let more = (children.len() > NAMED).then_some("…");
        let names: Vec<&str> = names.chain(more).collect();
        offer("push_down", &names.join(", "), Command::PushDown);
    }
    found
}
