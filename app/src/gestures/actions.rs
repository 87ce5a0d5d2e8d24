//! The actions of the keys and of the command palette.

use leptos::prelude::*;

use crate::gestures::lazy::GESTURES;
use crate::state::canvas::Canvas;
use crate::state::keys::Action;
use crate::storage::lazy::save_all;

/// The distance that a key pans, in CSS pixels.
const PAN: f64 = 80.0;

/// Runs an action: at once if it only needs the first module, otherwise as soon as the lazily loaded one is there.
/// Returns whether there was anything to do; if not, the key keeps its default meaning.
pub fn act(canvas: Canvas, action: Action) -> bool {
    let editor = canvas.editor;
    match action {
        Action::Save => {
            // The text in the focused field belongs to the state that is changed.
            crate::browser::dom::commit_field();
            save_all(editor);
        }
        Action::Undo => editor.undo(),
        Action::Redo => editor.redo(),
        Action::NextPane => next_pane(canvas),
        Action::Pan(direction) => {
            let (dx, dy) = direction.step(PAN);
            canvas.camera.update(|camera| *camera = camera.panned(-dx, -dy));
        }
        Action::ZoomIn => canvas.zoom_by(1.25),
        Action::ZoomOut => canvas.zoom_by(1.0 / 1.25),
        Action::ActualSize => canvas.zoom_by(1.0 / canvas.camera.get_untracked().zoom),
        Action::Fit => canvas.fit(),
        Action::FilesPane => canvas.panes.toggle(canvas.panes.files),
        Action::ViewsPane => canvas.panes.toggle(canvas.panes.views),
        Action::CanvasOnly => canvas.panes.toggle_all(),
        Action::Press(id) => crate::browser::dom::press(id),
        Action::Text(action) => editor.ask_text(action),
        _ => match GESTURES.get() {
            Some(gestures) => return (gestures.act)(canvas, action),
            // If Tab finds no box, the focus leaves the canvas.
            None if matches!(action, Action::Next | Action::Previous) => return false,
            None => editor.when_loaded(&GESTURES, move |gestures| {
                (gestures.act)(canvas, action);
            }),
        },
    }
    true
}

/// Focuses the pane after the current one: the files, the palette, the canvas, the visible tab.
fn next_pane(canvas: Canvas) {
    let panes = [".files", ".palette", ".center", "#right"];
    let enter = |side: &str, selector: &str| {
        crate::browser::dom::show_side(side);
        crate::browser::dom::focus_on(selector);
    };
    let active = document().active_element();
    let has = |pane: &&str| active.as_ref().is_some_and(|active| matches!(active.closest(pane), Ok(Some(_))));
    let at = panes.iter().position(has).unwrap_or(panes.len() - 1);
    match (at + 1) % panes.len() {
        0 => enter("files", ".files [tabindex='0']"),
        1 => enter("files", ".palette .search"),
        2 => {
            crate::browser::dom::show_side("canvas");
            canvas.focus();
        }
        _ => enter("views", "#right [role='tab'][aria-selected='true']"),
    }
}
