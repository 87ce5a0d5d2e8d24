//! Inserts a new box at the end of a connection, as a single change.

use crate::analysis::Analysis;
use crate::edit::{Change, EditError};
use crate::symbol::DescriptorRef;
use crate::text::FilePath;
use crate::topology::{Command, End, Offer, PortKind, foreign};

impl Analysis {
    /// The descriptors whose components could be at the other end of a connection from `from`.
    pub fn fitting(&self, path: &FilePath, from: &End, kind: PortKind) -> Vec<DescriptorRef> {
        self.served(path).map_or(Vec::new(), |(context, services)| (services.commands.fitting)(context, from, kind))
    }

    /// The same for languages whose boxes are entries of sections.
    pub fn fitting_offers(&self, path: &FilePath, from: &End, kind: PortKind) -> Vec<Offer> {
        self.served(path).map_or(Vec::new(), |(context, services)| {
            (services.commands.fitting_offers)(context, (services.commands.boxes)(context), from, kind)
        })
    }

    /// The command that makes a port of a box one of the whole descriptor; `None` for boxes outside of its topology.
    pub fn promotion(&self, path: &FilePath, end: &End, kind: PortKind) -> Option<Command> {
        if foreign::is_foreign(&end.vertex) || !self.diagram_around(path, &end.vertex).is_topology() {
            return None;
        }
        let (_, services) = self.served(path)?;
        Some(Command::Promote { path: (services.commands.promoted)(end, kind), name: None })
    }

    /// Adds a box with the command `add`, and connects `from` to the first port of it that fits.
    pub fn add_connected(
        &self,
        path: &FilePath,
        add: &Command,
        from: &End,
        kind: PortKind,
    ) -> Result<Change, EditError> {
        let added = self.command(path, add)?;
        let after = self.changed(&added)?;
        let before = self.acceptable_targets(path, from, kind);
        let mut new = after.acceptable_targets(path, from, kind).into_iter().filter(|end| !before.contains(end));
        let to = new
            .next()
            .ok_or_else(|| EditError::Refused(format!("the new box has no port that fits `{}`", from.port)))?;
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
