//! Moves the ends of connections.

use crate::analysis::Analysis;
use crate::diagnostic::{Diagnostic, Severity};
use crate::edit::{Change, EditError};
use crate::text::FilePath;
use crate::topology::diagrams::DERIVED_FROM;
use crate::topology::{CandidateEnd, ConnectionEnd, End, MovedEnd};

impl Analysis {
    /// The end of a connection in the diagram of `path` that stays when the other one is moved, where a connection to the
    /// new end would start. `None` if that end cannot be moved.
    pub fn reconnection_start(&self, path: &FilePath, moved: &MovedEnd) -> Option<ConnectionEnd> {
        let (context, services) = self.served(path)?;
        let commands = &services.commands;
        (commands.reconnection.start)(context, (commands.boxes)(context), moved)
    }

    /// All ports that an end of a connection could be moved to, with the reason if one is refused.
    pub fn reconnection_targets(&self, path: &FilePath, moved: &MovedEnd) -> Vec<CandidateEnd> {
        let Some((context, services)) = self.served(path) else { return Vec::new() };
        let commands = &services.commands;
        (commands.reconnection.candidates)(context, (commands.boxes)(context), moved)
    }

    /// Moves an end of a connection. Refused if that would cause a finding, other than those that the removal of the
    /// connection would cause, too: the end that it leaves may need one.
    pub(super) fn reconnect(&self, path: &FilePath, moved: &MovedEnd, to: &End) -> Result<Change, EditError> {
        let missing = || EditError::Missing(path.to_string());
        let (context, services) = self.served(path).ok_or_else(missing)?;
        let commands = &services.commands;
        let change = (commands.reconnection.run)(context, (commands.boxes)(context), moved, to)?;
        // A type needs what its parent has; without any, it would only have more findings.
        let is_derivation = moved.other.port.as_deref() == Some(DERIVED_FROM);
        let expected = || if is_derivation { Vec::new() } else { self.findings_without(path, moved) };
        self.refuse_new(&change, Severity::Warning, expected)?;
        Ok(change)
    }

    /// The findings that the removal of a connection would cause.
    fn findings_without(&self, path: &FilePath, moved: &MovedEnd) -> Vec<Diagnostic> {
        let removed = self.remove(path, std::slice::from_ref(&moved.path));
        let differences = removed.and_then(|change| self.differences(&change));
        differences.map_or(Vec::new(), |(_, _, come)| come)
    }
}
