//! Maps the value of one property to another.

use petgraph::Direction;

use crate::edit::EditError;
use crate::editing;
use crate::syntax::NodePath;
use crate::syntax::patch::Draft;
use crate::topology::End;

use super::Subject;
use super::section::reference;
use super::targets::PropertyRef;

impl Subject<'_> {
    pub(super) fn map(self, draft: &mut Draft, source: &End, target: &NodePath) -> Result<String, EditError> {
        self.check_mapping(source, target)?;
        let property = target.last_key().ok_or_else(|| EditError::Missing(target.to_string()))?;
        let path = if source.vertex.is_root() {
            source.port.to_string()
        } else {
            format!("{}.{}", self.part(&source.vertex)?.name.text, source.port)
        };
        editing::put(self.file, draft, &target.key("value"), &reference(&path))?;
        Ok(format!("Map {path} to {property}"))
    }

    /// Checks whether the property at `target` can take the value of `source`.
    fn check_mapping(&self, source: &End, target: &NodePath) -> Result<(), EditError> {
        let property = target.last_key().ok_or_else(|| EditError::Missing(target.to_string()))?;
        let part = if source.vertex.is_root() { None } else { Some(self.part(&source.vertex)?) };
        let source = PropertyRef { part, property: &source.port };
        let owner = target.parent().and_then(|path| path.parent()).unwrap_or_default();
        if self.descriptor.relationships.iter().any(|relationship| relationship.name.path == owner) {
            return Ok(());
        }
        let part = if owner.is_root() { None } else { Some(self.part(&owner)?) };
        let target = PropertyRef { part, property };
        self.refuse_setting(target)?;
        self.refuse_mapping(source, target, &self.cycle(source, Direction::Outgoing))
    }
}
