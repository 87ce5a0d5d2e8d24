//! Runs the commands of gestures, keys and forms: each becomes a change, or an error is shown.

use descriptorium_core::edit::{Change, EditError};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::diagrams::{DiagramKey, DiagramKind};
use descriptorium_core::topology::{Command, Point};
use leptos::prelude::*;

use crate::model::shared::Shared;
use crate::model::snapshot::Snapshot;
use crate::state::editor::Editor;
use crate::state::operations::{OPERATIONS, Operations};
use crate::words::shell as words;

impl Editor {
    /// The operations, once they and the services for the file at `path` have arrived.
    pub fn operations(&self, path: &FilePath) -> Option<&'static Operations> {
        OPERATIONS.get().filter(|_| self.analysis.with_untracked(|analysis| analysis.is_served(path)))
    }

    /// The open file, and the operations once they are available for it.
    pub fn operations_here(&self) -> Option<(FilePath, &'static Operations)> {
        let path = self.file.get_untracked()?;
        let operations = self.operations(&path)?;
        Some((path, operations))
    }

    /// Runs a command on the open file. An error is shown and returned.
    pub fn command(&self, command: &Command) -> Result<(), EditError> {
        let Some(path) = self.file.get_untracked() else { return Ok(()) };
        self.command_in(&path, command)
    }

    /// Runs a command on any file. A diagram that it adds is shown, and one that it renames stays shown.
    pub fn command_in(&self, path: &FilePath, command: &Command) -> Result<(), EditError> {
        let arranged = self.arranged(path, command).inspect_err(|error| self.refuse(error))?;
        let command = arranged.as_ref().unwrap_or(command);
        let Some(operations) = self.operations(path) else { return Err(self.command_later(path, command)) };
        let (before, shown) = (self.analysis.get_untracked().diagrams(path), self.diagram.get_untracked());
        self.apply_command((operations.command)(&self.analysis.get_untracked(), path, command))?;
        if let (DiagramKind::Type, Command::Rename { path: of, name }) = (shown.kind, command)
            && shown.of == *of
            && let Some(section) = of.parent()
        {
            self.choose_diagram(path, DiagramKey { kind: shown.kind, of: section.key(name.trim()) });
            return Ok(());
        }
        let mut after = self.analysis.get_untracked().diagrams(path);
        let is_gone = !after.iter().any(|diagram| diagram.key == shown);
        let is_renamed = is_gone && before.iter().any(|diagram| diagram.key == shown);
        let is_added = after.len() > before.len();
        after.retain(|diagram| before.iter().all(|known| known.key != diagram.key));
        if let Some(new) = after.pop().filter(|_| is_added || is_renamed) {
            self.choose_diagram(path, new.key);
        }
        Ok(())
    }

    /// The command without positions, if the shown diagram is arranged automatically and would not keep them. Refused if it
    /// does nothing else.
    fn arranged(&self, path: &FilePath, command: &Command) -> Result<Option<Command>, EditError> {
        let is_shown = self.file.with_untracked(|open| open.as_ref() == Some(path));
        if !is_shown || self.diagram.with_untracked(|diagram| diagram.kind.keeps_positions()) {
            return Ok(None);
        }
        let mut command = command.clone();
        match &mut command {
            Command::Place(_) => {
                return Err(EditError::Refused(crate::words::diagrams::arranged_automatically().to_owned()));
            }
            Command::AddEntry { at, .. } | Command::AddImported { at, .. } => *at = None,
            _ => return Ok(None),
        }
        Ok(Some(command))
    }

    /// Applies the result of a command, or shows its error.
    fn apply_command(&self, change: Result<Change, EditError>) -> Result<(), EditError> {
        match change {
            Ok(change) => {
                self.apply(&change);
                Ok(())
            }
            Err(error) => {
                self.refuse(&error);
                Err(error)
            }
        }
    }

    /// Adds a command to the step that led to `since`, if nothing has changed after it. Shows no message, since the
    /// step did.
    pub fn complete(&self, since: &Shared<Snapshot>, command: &Command) -> Result<(), EditError> {
        let Some((path, operations)) = self.operations_here() else {
            return self.command(command);
        };
        if self.analysis.get_untracked() != *since || matches!(self.arranged(&path, command), Ok(Some(_)) | Err(_)) {
            return self.command(command);
        }
        let change = (operations.command)(since, &path, command).inspect_err(|error| self.refuse(error))?;
        self.step(|history| history.complete(&change))
    }

    /// Positions boxes, with a title for the undo menu.
    pub fn place(&self, places: Vec<(NodePath, Point)>, title: &str) -> Result<(), EditError> {
        let Some((path, operations)) = self.operations_here() else {
            return self.command(&Command::Place(places));
        };
        self.arranged(&path, &Command::Place(Vec::new())).inspect_err(|error| self.refuse(error))?;
        let change = (operations.command)(&self.analysis.get_untracked(), &path, &Command::Place(places));
        self.apply_command(change.map(|change| Change { title: title.to_owned(), ..change }))
    }

    /// Runs a command as soon as the operations are loaded. Until then the caller sees it as refused.
    fn command_later(&self, path: &FilePath, command: &Command) -> EditError {
        let (editor, asked, path, command) = (*self, path.clone(), path.clone(), command.clone());
        // `command_in` has already shown the error.
        editor.when_served(&OPERATIONS, &asked, move |_| drop(editor.command_in(&path, &command)));
        EditError::Refused(words::loading().to_owned())
    }

    /// Runs one of many small commands that follow one another; together they are one step of undo.
    pub fn command_repeatedly(&self, command: &Command) {
        let Some(path) = self.file.get_untracked() else { return };
        let Some(operations) = self.operations(&path) else { return drop(self.command_later(&path, command)) };
        match (operations.command)(&self.analysis.get_untracked(), &path, command) {
            Ok(change) => {
                if self.apply_repeated(&change).is_ok() {
                    self.say(&change.title);
                }
            }
            Err(error) => self.refuse(&error),
        }
    }

    /// Whether `command` would be accepted, for highlighting a drop target. While that is unknown, it counts as
    /// accepted.
    pub fn would_accept(&self, command: &Command) -> Result<(), EditError> {
        let Some((path, operations)) = self.operations_here() else { return Ok(()) };
        (operations.command)(&self.analysis.get_untracked(), &path, command).map(|_| ())
    }
}
