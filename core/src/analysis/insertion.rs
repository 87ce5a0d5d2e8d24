//! A new component at the end of a wire: both as one change.

use crate::analysis::Analysis;
use crate::edit::{Change, EditError};
use crate::symbol::DescriptorRef;
use crate::text::FilePath;
use crate::topology::{Command, End, Point, PortKind, Role};

impl Analysis {
    /// The descriptors of which a new component would have an end that a relationship from `from` fits.
    pub fn fitting(&self, path: &FilePath, from: &End, kind: PortKind) -> Vec<DescriptorRef> {
        self.served(path).map_or(Vec::new(), |(context, services)| (services.commands.fitting)(context, from, kind))
    }

    /// Adds a component of `of`, and a relationship between `from` and the first port of it that fits.
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
        let to = new.next().ok_or_else(|| EditError::Refused(format!("nothing of `{of}` fits `{}`", from.port)))?;
        let command = match kind {
            PortKind::Capability => Command::Connect { source: from.clone(), target: to.end },
            PortKind::Requirement => Command::Connect { source: to.end, target: from.clone() },
            PortKind::Input | PortKind::Output => {
                return Err(EditError::Refused("a value needs a property that is there".to_owned()));
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
