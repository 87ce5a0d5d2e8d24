//! The folds of a diagram: nested assemblies that are expanded in place, and collapsed frames. The browser stores them
//! for each file; they are not part of the text.

use descriptorium_core::scene::fold::closes;
use descriptorium_core::scene::{Rect, SceneBox};
use descriptorium_core::sorted_map::SortedSet;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::{Point, VertexKind};
use leptos::prelude::*;

use crate::gestures::navigation::{announce, select};
use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::state::folds::remember_toggled;
use crate::words::folds as words;

/// The center of the fold button, from the corner of its box, and the radius that reacts to the pointer.
const SIGN: Point = Point { x: 35.0, y: 34.0 };
const REACH: f64 = 9.0;

/// Whether a box can be expanded or collapsed, and whether it is expanded.
pub fn is_expanded(editor: Editor, found: &SceneBox) -> Option<bool> {
    if closes(found) {
        return Some(true);
    }
    let file = editor.file.get()?;
    let opens = match found.kind {
        VertexKind::Assembly | VertexKind::NodeTemplate | VertexKind::Step => {
            editor.drawn.get().opens_in_place(&file, &found.path)
        }
        // Its chart is fetched on demand.
        VertexKind::DeploymentItem => {
            editor.n_fetched.track();
            editor.drawn.get().opens_in_place(&file, &found.path)
        }
        _ => editor.folds.with(|folds| folds.get(&file).is_some_and(|toggled| toggled.contains(&found.path))),
    };
    opens.then_some(false)
}

/// Expands or collapses a box. Inside an expanded box, it collapses that one.
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
    flip(editor, &file, path.clone());
    select(canvas, &path);
    announce(canvas);
    editor.say(&if was_open { words::collapsed(&name) } else { words::expanded(&name) });
}

/// Changes one fold, or for the root, how hosts are drawn.
fn flip(editor: Editor, file: &FilePath, path: NodePath) {
    let mut toggled = editor.folds.with_untracked(|folds| crate::state::folds::toggled(folds, file));
    if !toggled.remove(&path) {
        toggled.insert(path);
    }
    set(editor, file, toggled);
}

/// Draws hosts as boxes instead of frames, or the other way round.
pub fn toggle_hosting(canvas: Canvas) {
    let editor = canvas.editor;
    let Some(file) = editor.file.get_untracked() else { return };
    flip(editor, &file, NodePath::root());
    canvas.fit();
    editor.say(if nests(editor) { words::hosts_are_frames() } else { words::hosts_are_boxes() });
}

/// Whether hosts are frames around the boxes that they host.
pub fn nests(editor: Editor) -> bool {
    let Some(file) = editor.file.get() else { return false };
    let is_flipped = editor.scene.with(|view| view.drawing.is_flipped);
    editor.drawn.with(|analysis| analysis.nests_hosts(&file)) != is_flipped
}

/// The box whose fold button is at a point of the diagram.
pub fn sign_at(canvas: Canvas, path: &NodePath, at: Point, reach: f64) -> bool {
    let editor = canvas.editor;
    editor.scene.with_untracked(|view| {
        let Some(found) = view.found(path) else { return false };
        let (dx, dy) = (at.x - found.rect.x - SIGN.x, at.y - found.rect.y - SIGN.y);
        dx.hypot(dy) <= reach.max(REACH) && untrack(|| is_expanded(editor, found)).is_some()
    })
}

/// The fold button of a box: a plus if it is collapsed, a minus if it is expanded.
pub fn sign(is_open: bool) -> (Rect, &'static str) {
    let disc = Rect { x: SIGN.x, y: SIGN.y, width: 7.0, height: 7.0 };
    (disc, if is_open { "M31.5 34H38.5" } else { "M31.5 34H38.5M35 30.5V37.5" })
}

pub fn set(editor: Editor, file: &FilePath, toggled: SortedSet<NodePath>) {
    remember_toggled(file, &toggled);
    editor.folds.update(|folds| {
        folds.insert(file.clone(), toggled);
    });
}
