//! A property that gets the value of another.

use crate::edit::EditError;
use crate::syntax::NodePath;
use crate::syntax::patch::Draft;
use crate::topology::End;

use super::section::reference;
use super::{Subject, refused};

impl Subject<'_> {
    pub(super) fn map(self, draft: &mut Draft, source: &End, target: &NodePath) -> Result<String, EditError> {
        self.check_mapping(source, target)?;
        let property = target.last_key().ok_or_else(|| EditError::Missing(target.to_string()))?;
        let path = if source.vertex.is_root() {
            source.port.to_string()
        } else {
            format!("{}.{}", self.part(&source.vertex)?.name.text, source.port)
        };
        draft.set(&target.key("value"), &reference(&path))?;
        Ok(format!("Map {path} to {property}"))
    }

    /// Why the property at `target` cannot have the value of `source`, if so.
    pub(super) fn check_mapping(&self, source: &End, target: &NodePath) -> Result<(), EditError> {
        let property = target.last_key().ok_or_else(|| EditError::Missing(target.to_string()))?;
        if !source.vertex.is_root() {
            self.part(&source.vertex)?;
        }
        let owner = target.parent().and_then(|path| path.parent());
        if owner.as_ref() == Some(&source.vertex) && source.port == property {
            return Err(refused("a property cannot be mapped from itself"));
        }
        let Some(path) = owner.filter(|path| !path.is_root()) else { return Ok(()) };
        if self.descriptor.relationships.iter().any(|relationship| relationship.name.path == path) {
            return Ok(());
        }
        let part = self.part(&path)?;
        if let Some((_, of)) = self.type_of(part) {
            let declared = of.property(property);
            let known = declared.is_some() || matches!(property, "deploymentLocation" | "resourceManager" | "name");
            if !known {
                return Err(refused(format!("`{}` has no property `{property}`", part.name.text)));
            }
            if declared.is_some_and(|declared| declared.read_only) {
                return Err(refused(format!("`{property}` is read-only: it is reported, not set")));
            }
        }
        Ok(())
    }
}
