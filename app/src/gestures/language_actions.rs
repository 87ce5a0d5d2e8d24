//! The edits of the selection that only the language of the file has.

use descriptorium_core::topology::Action;
use leptos::prelude::*;

use crate::state::editor::Editor;

/// The edits for the selection, or without one for the part of the file that the diagram shows; reactive.
pub fn language_actions(editor: Editor) -> Vec<Action> {
    let Some(file) = editor.file.get() else { return Vec::new() };
    let mut selection = editor.selection.get();
    selection.retain(|path| !path.is_root());
    if selection.is_empty() {
        selection.extend(editor.diagram.with(|diagram| (!diagram.of.is_root()).then(|| diagram.of.clone())));
    }
    // The parameters of charts are in files that are fetched on demand.
    editor.n_fetched.track();
    // Clusters that were loaded for the preview are offered as requirements.
    let question = editor.questions.with(|all| all.get(&file).cloned()).unwrap_or_default();
    editor.drawn.with(|analysis| analysis.actions(&file, &selection, &question))
}
