//! Shows another diagram of the open file.

use descriptorium_core::topology::diagrams::{Diagram, DiagramKey};
use leptos::prelude::*;

use crate::model::neighbors::reading_order;
use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::words::diagrams as words;

/// The diagrams of the open file; reactive.
pub fn all(editor: Editor) -> Vec<Diagram> {
    editor.file.get().map_or_else(Vec::new, |file| editor.drawn.with(|analysis| analysis.diagrams(&file)))
}

/// Shows a diagram of the open file, and announces it.
pub fn show(canvas: Canvas, key: &DiagramKey) {
    let editor = canvas.editor;
    let Some(file) = editor.file.get_untracked() else { return };
    editor.choose_diagram(&file, key.clone());
    let n_boxes = editor.scene.with_untracked(|view| reading_order(&view.scene).len());
    let shown = untrack(|| all(editor)).into_iter().find(|diagram| diagram.key == *key);
    if let Some(shown) = shown {
        canvas.announcement.set(words::shown(n_boxes, &words::label(&shown)));
    }
}

/// Shows the next diagram in the list.
pub fn show_next(canvas: Canvas) {
    let all = untrack(|| all(canvas.editor));
    let shown = canvas.editor.diagram.get_untracked();
    let at = all.iter().position(|diagram| diagram.key == shown).unwrap_or_default();
    match all.get((at + 1) % all.len().max(1)).filter(|_| all.len() > 1) {
        Some(next) => show(canvas, &next.key),
        None => canvas.editor.say(words::only_one()),
    }
}
