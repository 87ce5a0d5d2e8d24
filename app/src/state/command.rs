//! What gestures, keys and forms ask for: each command becomes a change, or it is said why it is refused.

use descriptorium_core::edit::{Change, EditError};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
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

    /// The open file, and the operations once they can be called for it.
    pub fn operations_here(&self) -> Option<(FilePath, &'static Operations)> {
        let path = self.file.get_untracked()?;
        let operations = self.operations(&path)?;
        Some((path, operations))
    }

    /// Does what a gesture on the canvas asks for; the refusal, if there is one, is said and given back.
    pub fn command(&self, command: &Command) -> Result<(), EditError> {
        let Some(path) = self.file.get_untracked() else { return Ok(()) };
        self.command_in(&path, command)
    }

    /// Does what is asked for in a file, whichever is open.
    pub fn command_in(&self, path: &FilePath, command: &Command) -> Result<(), EditError> {
        let Some(operations) = self.operations(path) else { return Err(self.command_later(path, command)) };
        self.apply_command((operations.command)(&self.analysis.get_untracked(), path, command))
    }

    /// Does what a command has become, or says why it was refused.
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

    /// Does what completes the step that led to `since`, which has said what it does: as part of it, if nothing has been
    /// done since then.
    pub fn complete(&self, since: &Shared<Snapshot>, command: &Command) -> Result<(), EditError> {
        let Some((path, operations)) = self.operations_here() else {
            return self.command(command);
        };
        if self.analysis.get_untracked() != *since {
            return self.command(command);
        }
        let change = (operations.command)(since, &path, command).inspect_err(|error| self.refuse(error))?;
        self.step(|history| history.complete(&change))
    }

    /// Puts boxes somewhere, for a reason that the undo menu says.
    pub fn place(&self, places: Vec<(NodePath, Point)>, title: &str) -> Result<(), EditError> {
        let Some((path, operations)) = self.operations_here() else {
            return self.command(&Command::Place(places));
        };
        let change = (operations.command)(&self.analysis.get_untracked(), &path, &Command::Place(places));
        self.apply_command(change.map(|change| Change { title: title.to_owned(), ..change }))
    }

    /// Does what is asked for as soon as it can be done, which whoever asks is not told of: it counts as refused.
    fn command_later(&self, path: &FilePath, command: &Command) -> EditError {
        let (editor, asked, path, command) = (*self, path.clone(), path.clone(), command.clone());
        // A refusal is said.
        editor.when_served(&OPERATIONS, &asked, move |_| drop(editor.command_in(&path, &command)));
        EditError::Refused(words::loading().to_owned())
    }

    /// Does one of many small commands that follow one another; together they are one step.
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

    /// Whether `command` would be accepted, for showing a drop target. Who cannot know it yet is told when it is done.
    pub fn would_accept(&self, command: &Command) -> Result<(), EditError> {
        let Some((path, operations)) = self.operations_here() else { return Ok(()) };
        (operations.command)(&self.analysis.get_untracked(), &path, command).map(|_| ())
    }
}
