//! Triggers of policies (3.5.18): in a list, which keeps their order, each is an item with one entry.

use serde_yaml::{Mapping, Value};

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::{append, refused};
use crate::syntax::{Node, NodePath};
use crate::tosca::effective::entries;
use crate::tosca::trigger::{Place, TRIGGERS};

/// The change that adds a trigger to a list, if the path is that of a trigger which the list does not have.
pub fn add(context: FileContext<'_>, path: &NodePath, value: &Value) -> Option<Result<Change, EditError>> {
    let root = context.file.root.as_deref()?;
    let place = Place::of(root, path).filter(|place| place.is_list)?;
    let [name] = place.below.as_slice() else { return None };
    let list = place.policy.key(TRIGGERS);
    // An item of the list is set as anything else.
    (path.parent().as_ref() == Some(&list)).then(|| {
        check_free(root.at(&list), name)?;
        let mut draft = context.file.draft();
        let item = Value::Mapping(Mapping::from_iter([(Value::from(*name), value.clone())]));
        append(context.file, &mut draft, &list, item)?;
        Ok(Change::of_file(format!("Add {name}"), context.file.path.clone(), draft.finish()))
    })
}

/// Renames a trigger. Nothing refers to it.
pub fn rename(context: FileContext<'_>, path: &NodePath, name: &str) -> Result<Change, EditError> {
    let missing = || EditError::Missing(path.to_string());
    let root = context.file.root.as_deref().ok_or_else(missing)?;
    let place = Place::of(root, path).filter(|place| place.below.len() == 1).ok_or_else(missing)?;
    root.at(path).ok_or_else(missing)?;
    let name = name.trim();
    if name.is_empty() {
        return Err(refused("a trigger needs a name"));
    }
    let mut draft = context.file.draft();
    if place.below.first() != Some(&name) {
        check_free(root.at(&place.policy.key(TRIGGERS)), name)?;
        draft.rename_key(path, name)?;
    }
    let title = format!("Rename {} to {name}", path.last_key().unwrap_or_default());
    Ok(Change::of_file(title, context.file.path.clone(), draft.finish()))
}

fn check_free(triggers: Option<&Node>, name: &str) -> Result<(), EditError> {
    match triggers.into_iter().flat_map(entries).any(|(other, _)| other == name) {
        true => Err(EditError::Exists(name.to_owned())),
        false => Ok(()),
    }
}
