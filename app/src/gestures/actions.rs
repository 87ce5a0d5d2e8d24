//! What the keys and the list of commands do.

use leptos::prelude::*;

use crate::gestures::lazy::GESTURES;
use crate::state::canvas::Canvas;
use crate::state::keys::Action;
use crate::storage::lazy::save_all;

/// How far a key pans, in CSS pixels.
const PAN: f64 = 80.0;

/// Does what is asked for: what shows the drawing and keeps what was done at once, all else as soon as it can be done.
/// Whether there was anything to do: where there was not, the key keeps its own meaning.
pub fn act(canvas: Canvas, action: Action) -> bool {
    let editor = canvas.editor;
    match action {
        Action::Save => {
            // What is being typed into a field is part of it.
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
        Action::Press(id) => crate::browser::dom::press(id),
        Action::Text(action) => editor.ask_text(action),
        _ => match GESTURES.get() {
            Some(gestures) => return (gestures.act)(canvas, action),
            // As long as the keyboard finds no boxes, it is not held among them.
            None if matches!(action, Action::Next | Action::Previous) => return false,
            None => editor.when_loaded(&GESTURES, move |gestures| {
                (gestures.act)(canvas, action);
            }),
        },
    }
    true
}

/// Gives the keyboard to the pane after the one that has it: the files, the palette, the canvas, the tab that is shown.
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
