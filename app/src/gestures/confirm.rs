//! Commands that ask first when they have side effects.

use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::Command;
use leptos::prelude::*;

use crate::state::canvas::Canvas;
use crate::state::operations::OPERATIONS;
use crate::state::question::{Effects, Question};

/// Removes the nodes at these paths, after showing what else will be removed.
pub fn remove(canvas: Canvas, paths: Vec<NodePath>) {
    if let Some(file) = canvas.editor.file.get_untracked() {
        confirm_and_run(canvas, &file, Command::Remove(paths));
    }
}

/// Runs a command on a file. If it has side effects, the user confirms them first.
pub fn confirm_and_run(canvas: Canvas, file: &FilePath, command: Command) {
    let (editor, path) = (canvas.editor, file.clone());
    editor.when_served(&OPERATIONS, file, move |operations| {
        let effects = (operations.effects)(&editor.analysis.get_untracked(), &path, &command);
        if effects == Effects::default() {
            return run(canvas, &path, &command);
        }
        canvas.ask(Question::Confirm { file: path, command, effects }, None);
    });
}

/// Runs a command together with its side effects.
pub fn run(canvas: Canvas, file: &FilePath, command: &Command) {
    let done = canvas.editor.command_in(file, command).is_ok();
    if let (Command::Remove(paths), true) = (command, done) {
        // Removing a mapping may leave the property.
        canvas.editor.selection.update(|selection| selection.retain(|path| !paths.contains(path)));
    }
}
