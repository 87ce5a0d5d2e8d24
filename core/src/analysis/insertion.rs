//! Inserts a new component at the end of a connection, as a single change.

use crate::analysis::Analysis;
use crate::edit::{Change, EditError};
use crate::symbol::DescriptorRef;
use crate::text::FilePath;
use crate::topology::{Command, End, Point, PortKind, Role};

impl Analysis {
    /// The descriptors whose components could be at the other end of a connection from `from`.
    pub fn fitting(&self, path: &FilePath, from: &End, kind: PortKind) -> Vec<DescriptorRef> {
        self.served(path).map_or(Vec::new(), |(context, services)| (services.commands.fitting)(context, from, kind))
    }

    /// Adds a component of type `of`, and connects `from` to the first port of it that fits.
    pub fn add_connected(
        &self,
        path: &FilePath,
        of: &DescriptorRef,
        at: Option<Point>,
        from: &End,
        kind: PortKind,
    ) -> Result<Change, EditError> {
        let add = Command::Add { of: of.clone(), role: Role::Component, name: None, at };
        let added = self.command(path, &add)?;
        let after = self.changed(&added)?;
        let before = self.acceptable_targets(path, from, kind);
        let mut new = after.acceptable_targets(path, from, kind).into_iter().filter(|end| !before.contains(end));
        let to =
            new.next().ok_or_else(|| EditError::Refused(format!("`{of}` has no port that fits `{}`", from.port)))?;
        let command = match kind {
            PortKind::Capability => Command::Connect { source: from.clone(), target: to.end },
            PortKind::Requirement => Command::Connect { source: to.end, target: from.clone() },
            PortKind::Input | PortKind::Output => {
                return Err(EditError::Refused("a value can only be mapped to an existing property".to_owned()));
            }
        };
        let linked = after.command(path, &command)?;
        let mut edits = added.edits;
        for (file, next) in linked.edits {
            let edit = edits.remove(&file).unwrap_or_default().then(next);
            edits.insert(file, edit);
        }
        Ok(Change { title: format!("{} and connect it", added.title), edits, files: added.files })
    }
}
