//! Changes the type or version of a component or reference.

use crate::edit::EditError;
use crate::symbol::DescriptorRef;
use crate::syntax::NodePath;
use crate::syntax::patch::{Draft, InsertAt};

use super::{Subject, refused};

impl Subject<'_> {
    /// Properties that the new type does not have are kept, and reported as findings.
    pub(super) fn retype(self, draft: &mut Draft, path: &NodePath, of: &DescriptorRef) -> Result<String, EditError> {
        let part = self.part(path).map_err(|_| refused("only a component or a reference has a type"))?;
        if !matches!(of.kind.as_str(), "assembly" | "resource") {
            return Err(refused(format!("`{of}` is not an assembly or a resource")));
        }
        if !self.is_reference(part) {
            self.refuse_containment(of)?;
        }
        let name = &part.name.text;
        let value = self.type_text(of).into();
        if draft.tree().root().and_then(|root| root.at(path)?.get("type")).is_some() {
            draft.replace(&path.key("type"), &value)?;
        } else {
            draft.insert(path, "type", &value, InsertAt::First)?;
        }
        let same = part.of.as_ref().is_some_and(|old| old.kind == of.kind && old.name == of.name);
        Ok(match same {
            true => format!("Change version of {name} to {}", of.version),
            false => format!("Change type of {name} to {of}"),
        })
    }
}
