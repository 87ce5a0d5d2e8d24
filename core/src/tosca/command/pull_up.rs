//! Pulls a member of a type up: its definition moves to the type that this one derives from.

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::refused;
use crate::syntax::NodePath;
use crate::tosca::command::meaning::{Direction, Moved, check_types};
use crate::tosca::command::member::{Drafts, Member};
use crate::tosca::effective::{Ancestor, short_name};
use crate::tosca::scope::Scope;
use crate::workspace::built_in::is_built_in;

/// Moves the member at a path to the parent of its type. A definition there becomes what the type had. Refused if it would
/// change another type, or instances of one.
pub(super) fn pull_up(context: FileContext<'_>, path: &NodePath) -> Result<Change, EditError> {
    let member = Member::of(context, path)?;
    let scope = Scope::of(context);
    let of = scope.effective_of(member.kind, member.definition(&scope)?);
    let parent = parent(of.chain().nth(1), &member.type_name).map_err(refused)?;
    let home = context.workspace.file(&parent.file).ok_or_else(|| EditError::Missing(parent.file.to_string()))?;
    let (home, upper) = (context.of(home), (parent.file.clone(), parent.path()));
    let mut drafts = Drafts::default();
    match member.in_type(home.file.root.as_deref(), &upper.1) {
        Some(there) => {
            member.merge(&mut drafts, (home, &there), true)?;
            member.remove(&mut drafts)?;
        }
        None => {
            let name = &member.name;
            if member.is_operation_of_interface() {
                let above = Scope::of(home);
                let above =
                    above.find(&[member.kind], &parent.name).map(|found| above.effective_of(member.kind, found));
                if above.is_none_or(|above| above.declarations(member.section, name).is_empty()) {
                    member.copy_interface_type(&mut drafts, home, &upper.1)?;
                }
            }
            member.move_to(&mut drafts, home, &upper.1)?;
        }
    }
    let title = format!("Pull {} up to {}", member.own_name(), short_name(&parent.name));
    let change = drafts.finish(title);
    let lower = member.place();
    let moved = Moved { direction: Direction::Up, member: member.fact(), upper: &upper, lower: Some(&lower) };
    check_types(context, &change, &moved)?;
    Ok(change)
}

/// The type to which a member of the type with this name can be pulled up, or why there is none.
pub(super) fn parent<'e>(parent: Option<&'e Ancestor>, of: &str) -> Result<&'e Ancestor, String> {
    let of = short_name(of);
    let parent = parent.ok_or_else(|| format!("`{of}` derives from no type of the catalog"))?;
    match is_built_in(&parent.file) {
        true => Err(format!("`{of}` derives from `{}`, which is built in and cannot be changed", parent.name)),
        false => Ok(parent),
    }
}
