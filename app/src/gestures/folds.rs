//! What is toggled in a drawing: nested assemblies that are opened in place, frames that are closed. It is kept in the
//! browser for each file, beside the drawing and not in the text.

use std::collections::BTreeSet;

use descriptorium_core::scene::fold::closes;
use descriptorium_core::scene::{Rect, SceneBox};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::{Point, VertexKind};
use leptos::prelude::*;

use crate::gestures::navigation::{announce, select};
use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::state::folds::remember_toggled;
use crate::words::folds as words;

/// The middle of the sign that turns a box, from the corner of the box, and how far around it one may point.
const SIGN: Point = Point { x: 35.0, y: 34.0 };
const REACH: f64 = 9.0;

/// Whether there is something in a box that can be shown or hidden, and whether it is shown.
pub fn is_expanded(editor: Editor, found: &SceneBox) -> Option<bool> {
    if closes(found) {
        return Some(true);
    }
    let file = editor.file.get()?;
    let opens = match found.kind {
        VertexKind::Assembly => editor.drawn.get().opens_in_place(&file, &found.path),
        _ => editor.folds.with(|folds| folds.get(&file).is_some_and(|toggled| toggled.contains(&found.path))),
    };
    opens.then_some(false)
}

/// Opens a box in place, or closes it; what is in an open box closes that.
pub fn toggle(canvas: Canvas, path: &NodePath) {
    let editor = canvas.editor;
    let Some(file) = editor.file.get_untracked() else { return };
    let subject = editor.scene.with_untracked(|view| {
        let found = view.found(path)?;
        let around = || found.parent.as_ref().and_then(|parent| view.found(parent));
        let turns = |found: &&SceneBox| untrack(|| is_expanded(editor, found)).is_some();
        Some(found)
            .filter(turns)
            .or_else(|| around().filter(turns))
            .map(|found| (found.path.clone(), found.label.clone()))
    });
    let Some((path, name)) = subject else { return canvas.announcement.set(words::nothing_inside().to_owned()) };
    let was_open = editor.scene.with_untracked(|view| view.found(&path).is_some_and(closes));
    // The view stays where it is, so that turning twice changes nothing.
    canvas.hold_view();
    let mut toggled = editor.folds.with_untracked(|folds| crate::state::folds::toggled(folds, &file));
    if !toggled.remove(&path) {
        toggled.insert(path.clone());
    }
    set(editor, &file, toggled);
    select(canvas, &path);
    announce(canvas);
    editor.say(&if was_open { words::collapsed(&name) } else { words::expanded(&name) });
}

/// The box whose sign is at a place of the drawing.
pub fn sign_at(canvas: Canvas, path: &NodePath, at: Point, reach: f64) -> bool {
    let editor = canvas.editor;
    editor.scene.with_untracked(|view| {
        let Some(found) = view.found(path) else { return false };
        let (dx, dy) = (at.x - found.rect.x - SIGN.x, at.y - found.rect.y - SIGN.y);
        dx.hypot(dy) <= reach.max(REACH) && untrack(|| is_expanded(editor, found)).is_some()
    })
}

/// The sign of a box: a plus on what can be opened, a minus on what can be closed.
pub fn sign(is_open: bool) -> (Rect, &'static str) {
    let disc = Rect { x: SIGN.x, y: SIGN.y, width: 7.0, height: 7.0 };
    (disc, if is_open { "M31.5 34H38.5" } else { "M31.5 34H38.5M35 30.5V37.5" })
}

pub fn set(editor: Editor, file: &FilePath, toggled: BTreeSet<NodePath>) {
    remember_toggled(file, &toggled);
    editor.folds.update(|folds| {
        folds.insert(file.clone(), toggled);
    });
}
