//! Another type or version of a component or reference.

use crate::edit::EditError;
use crate::symbol::DescriptorRef;
use crate::syntax::NodePath;
use crate::syntax::patch::{Draft, Place};

use super::{Subject, refused};

impl Subject<'_> {
    /// What the part says of properties that the new type does not have stays: it is reported, not lost.
    pub(super) fn retype(self, draft: &mut Draft, path: &NodePath, of: &DescriptorRef) -> Result<String, EditError> {
        let part = self.part(path).map_err(|_| refused("only a component or a reference has a type to change"))?;
        if !matches!(of.kind.as_str(), "assembly" | "resource") {
            return Err(refused(format!("`{of}` is neither an assembly nor a resource")));
        }
        if !self.is_reference(part) {
            self.refuse_containment(of)?;
        }
        let name = &part.name.text;
        let value = self.type_text(of).into();
        if draft.tree().root().and_then(|root| root.at(path)?.get("type")).is_some() {
            draft.replace(&path.key("type"), &value)?;
        } else {
            draft.insert(path, "type", &value, Place::First)?;
        }
        let same = part.of.as_ref().is_some_and(|old| old.kind == of.kind && old.name == of.name);
        Ok(match same {
            true => format!("Change version of {name} to {}", of.version),
            false => format!("Change type of {name} to {of}"),
        })
    }
}
