//! Changes the node or group that a step is for.

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::{put, refused};
use crate::syntax::{Node, NodePath};
use crate::tosca::model::{GROUPS, TEMPLATES};
use crate::tosca::workflow::diagram::step_at;

/// The node templates and groups that a step can be for, each with its type.
pub fn targets(root: &Node) -> Vec<(&str, &str)> {
    let sections = [TEMPLATES, GROUPS].map(|section| root.at(&NodePath::keys(section)));
    let entries = sections.into_iter().flatten().flat_map(Node::entries);
    entries
        .filter_map(|entry| {
            let name = entry.key.as_text()?;
            Some((name, entry.value.get("type").and_then(Node::as_text).unwrap_or_default()))
        })
        .collect()
}

/// Sets the target of the step at `path`. A relationship of the old target goes with it.
pub fn retarget(context: FileContext<'_>, path: &NodePath, to: &str) -> Result<Change, EditError> {
    let root = context.file.root.as_deref().ok_or_else(|| EditError::Missing(path.to_string()))?;
    let step = step_at(root, path).ok_or_else(|| EditError::Missing(path.to_string()))?;
    if !targets(root).iter().any(|(name, _)| *name == to) {
        return Err(refused(format!("the topology has no node template or group `{to}`")));
    }
    let mut draft = context.file.draft();
    put(context.file, &mut draft, &path.key("target"), &to.into())?;
    if step.get("target").and_then(Node::as_text) != Some(to) && step.get("target_relationship").is_some() {
        for key in ["target_relationship", "operation_host"] {
            if step.get(key).is_some() {
                draft.remove(&path.key(key))?;
            }
        }
    }
    Ok(Change::of_file(
        format!("Set target of {}", path.last_key().unwrap_or_default()),
        context.file.path.clone(),
        draft.finish(),
    ))
}
