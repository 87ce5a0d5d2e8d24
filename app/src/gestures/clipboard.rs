//! Copy, cut and paste on the canvas. The clipboard holds YAML, for this canvas, another one or any text editor.

use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::diagrams::DiagramKey;
use descriptorium_core::topology::{Command, Point};
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::ClipboardEvent;

use crate::gestures::components::add_and_select;
use crate::gestures::confirm::remove;
use crate::gestures::effects::effects;
use crate::gestures::lazy::GESTURES;
use crate::gestures::navigation::show_selected;
use crate::state::canvas::Canvas;
use crate::state::keys::shown;
use crate::words::canvas as words;

/// Handles the clipboard events of the browser while the canvas has the focus.
pub fn listen(canvas: Canvas) {
    let _copy = window_event_listener(leptos::ev::copy, move |event| drop(copied(canvas, &event)));
    let _cut = window_event_listener(leptos::ev::cut, move |event| {
        if let Some(paths) = copied(canvas, &event) {
            remove(canvas, paths);
        }
    });
    let _paste = window_event_listener(leptos::ev::paste, move |event| paste(canvas, &event));
}

/// The paths to copy, if the canvas has the focus. `None` while a check is due, as the event must be answered at once.
fn copied(canvas: Canvas, event: &ClipboardEvent) -> Option<Vec<NodePath>> {
    if !canvas.has_keyboard() {
        return None;
    }
    let (Some(gestures), Some(_)) = (GESTURES.get(), canvas.editor.operations_here()) else {
        canvas.editor.when_served_here(&GESTURES, |_| ());
        return None;
    };
    (gestures.copy)(canvas, event)
}

/// Puts the selection on the clipboard of the event.
pub fn copy(canvas: Canvas, event: &ClipboardEvent) -> Option<Vec<NodePath>> {
    let clip = Clip::of_selected(canvas)?;
    event.prevent_default();
    let kept = event.clipboard_data().is_some_and(|data| data.set_data("text/plain", &clip.text).is_ok());
    if !kept {
        canvas.editor.fail(words::no_clipboard());
        return None;
    }
    Some(clip.keep(canvas))
}

/// Copies the selection without a clipboard event. With `cut`, removes it once it has been copied.
pub fn copy_selected(canvas: Canvas, cut: bool) {
    let Some(clip) = Clip::of_selected(canvas) else { return };
    spawn_local(async move {
        if !crate::browser::dom::write_clipboard(&clip.text).await {
            return canvas.editor.fail(words::no_clipboard());
        }
        // The user may have opened another file in the meantime.
        let is_open = canvas.editor.file.get_untracked().as_ref() == Some(&clip.file);
        let paths = clip.keep(canvas);
        if cut && is_open {
            remove(canvas, paths);
        }
    });
}

/// Pastes without a clipboard event, at a point of the diagram if there is one.
pub fn paste_here(canvas: Canvas, at: Option<Point>) {
    let open = canvas.editor.file.get_untracked();
    spawn_local(async move {
        match crate::browser::dom::read_clipboard().await {
            None => canvas.editor.fail(&words::clipboard_denied(&shown("Ctrl+V"))),
            Some(text) if text.trim().is_empty() => canvas.editor.fail(words::nothing_to_paste()),
            Some(text) if canvas.editor.file.get_untracked() == open => insert_at(canvas, text, at),
            Some(_) => {}
        }
    });
}

/// The copied part of a file.
struct Clip {
    file: FilePath,
    paths: Vec<NodePath>,
    text: String,
}

impl Clip {
    /// The selection; shows the reason and returns nothing if it cannot be copied.
    fn of_selected(canvas: Canvas) -> Option<Clip> {
        let editor = canvas.editor;
        let file = editor.file.get_untracked()?;
        let paths = editor.selection.get_untracked();
        if paths.is_empty() {
            return None;
        }
        match editor.analysis.get_untracked().clip(&file, &paths) {
            Ok(text) => Some(Clip { file, paths, text }),
            Err(error) => {
                editor.fail(&crate::words::shell::not_done(&error.to_string()));
                None
            }
        }
    }

    /// Remembers the source of the copy, reports what was copied, and returns its paths.
    fn keep(self, canvas: Canvas) -> Vec<NodePath> {
        canvas.copied.set_value(Some((self.file, self.text)));
        canvas.editor.say(&match self.paths.as_slice() {
            [path] => words::copied(path.last_key().unwrap_or(crate::words::kinds::component())),
            paths => words::copied_boxes(paths.len()),
        });
        self.paths
    }
}

fn paste(canvas: Canvas, event: &ClipboardEvent) {
    if !canvas.has_keyboard() {
        return;
    }
    let text = event.clipboard_data().and_then(|data| data.get_data("text/plain").ok());
    let Some(text) = text.filter(|text| !text.trim().is_empty()) else { return };
    event.prevent_default();
    canvas.editor.when_served_here(&GESTURES, move |gestures| (gestures.paste)(canvas, text));
}

/// Inserts copied text into the diagram, and reports names that are undefined there.
pub fn insert(canvas: Canvas, text: String) {
    insert_at(canvas, text, None);
}

/// Inserts copied text at `at`, if that is given.
fn insert_at(canvas: Canvas, text: String, at: Option<Point>) {
    let editor = canvas.editor;
    let open = editor.file.get_untracked();
    // Only boxes of the topology are copied, so that is where they go.
    let is_shown = editor.diagram.with_untracked(DiagramKey::is_topology);
    if let Some(open) = open.as_ref().filter(|_| !is_shown) {
        editor.choose_diagram(open, DiagramKey::default());
    }
    // A copy from this diagram goes next to the original, everything else to the center of the view.
    let is_own = canvas.copied.with_value(|copied| {
        copied.as_ref().is_some_and(|(file, copied)| Some(file) == open.as_ref() && *copied == text)
    });
    // A point of another diagram means nothing there.
    let place = || at.or_else(|| (!is_own).then(|| canvas.middle()));
    let command = Command::Paste(text, is_shown.then(place).flatten());
    let open = open.filter(|_| !is_own);
    let effects = open.map(|open| effects(&editor.analysis.get_untracked(), &open, &command));
    add_and_select(editor, &command);
    show_selected(canvas);
    // The copy may refer to things that do not exist here.
    if let Some((first, rest)) = effects.as_ref().and_then(|effects| effects.wrong.split_first()) {
        editor.fail(&match rest.len() {
            0 => words::pasted_but_one(first),
            more => words::pasted_but(more, first),
        });
    }
}
