//! The requirements of a box that have no target yet.

use descriptorium_core::preview::question::Question as PreviewQuestion;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::ActionEdit;
use leptos::prelude::*;

use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::state::question::Question;
use crate::words::targets as words;

/// The names of the requirements of a box without a target, and the paths by which the form names them; reactive.
pub fn open_requirements(editor: Editor, path: &NodePath) -> Vec<(String, NodePath)> {
    let Some(file) = editor.file.get() else { return Vec::new() };
    let selection = std::slice::from_ref(path);
    let actions = editor.drawn.with(|analysis| analysis.actions(&file, selection, &PreviewQuestion::default()));
    let open = actions.into_iter().filter_map(|action| match action.edit {
        ActionEdit::Target { path } => Some((action.subject, path)),
        _ => None,
    });
    open.collect()
}

/// Asks for the target of a requirement of a box; of several requirements, for the one to choose.
pub fn ask(canvas: Canvas, path: &NodePath) {
    let open = untrack(|| open_requirements(canvas.editor, path));
    match open.as_slice() {
        [] => canvas.editor.fail(words::none_open()),
        [(_, path)] => ask_for(canvas, path.clone()),
        _ => canvas.ask(Question::Targets(open), None),
    }
}

/// Asks for the target of the requirement at a path of the open file.
pub fn ask_for(canvas: Canvas, path: NodePath) {
    if let Some(file) = canvas.editor.file.get_untracked() {
        canvas.ask(Question::Target { file, path }, None);
    }
}
