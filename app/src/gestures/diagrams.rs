//! Shows another diagram of the open file, or of the file of a type.

use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::diagrams::{Diagram, DiagramKey, DiagramKind};
use leptos::prelude::*;

use crate::model::neighbors::reading_order;
use crate::state::canvas::{Canvas, Crumb};
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
    announce(canvas, key);
}

fn announce(canvas: Canvas, key: &DiagramKey) {
    let n_boxes = canvas.editor.scene.with_untracked(|view| reading_order(&view.scene).len());
    canvas.announcement.set(words::shown(n_boxes, &words::label(key)));
}

/// Shows the next diagram in the list.
pub fn show_next(canvas: Canvas) {
    let all = untrack(|| all(canvas.editor));
    let shown = canvas.editor.diagram.get_untracked();
    let at = all.iter().position(|diagram| diagram.key == shown);
    match at.map_or(all.first(), |at| all.get((at + 1) % all.len().max(1))).filter(|_| all.len() > 1 || at.is_none()) {
        Some(next) => show(canvas, &next.key),
        None => canvas.editor.say(words::only_one()),
    }
}

/// Shows a diagram of any file, from which the box at `from` is the way back.
pub fn drill_in(canvas: Canvas, from: &NodePath, file: &FilePath, key: DiagramKey) {
    let editor = canvas.editor;
    let Some(open) = editor.file.get_untracked() else { return };
    let diagram = editor.diagram.get_untracked();
    if open == *file && diagram == key {
        return;
    }
    canvas.breadcrumbs.update(|crumbs| crumbs.push(Crumb { file: open, diagram, path: from.clone() }));
    canvas.breadcrumbs_end.set_value(Some((file.clone(), key.clone())));
    editor.choose_diagram(file, key.clone());
    editor.show(file);
    if key.kind == DiagramKind::Type {
        editor.selection.set(vec![key.of.clone()]);
    }
    announce(canvas, &key);
}

/// Shows the diagram of the type of a box, and returns whether it has one.
pub fn show_type(canvas: Canvas, path: &NodePath) -> bool {
    let editor = canvas.editor;
    let Some(open) = editor.file.get_untracked() else { return false };
    let found = editor.analysis.with_untracked(|analysis| analysis.type_of_box(&open, path));
    let Some((file, of)) = found else { return false };
    drill_in(canvas, path, &file, DiagramKey { kind: DiagramKind::Type, of });
    true
}
