//! Shows some boxes alone with their neighbors. All boxes keep their positions, and the view is fitted to what is shown
//! only when that is chosen, so that the diagram does not move while it is edited.

use std::sync::Arc;

use descriptorium_core::sorted_map::SortedSet;
use descriptorium_core::sorting::gather;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::neighborhood::{Flow, Neighborhood};
use leptos::prelude::*;

use crate::gestures::navigation::reveal;
use crate::model::hit::own;
use crate::model::isolation::{Isolated, Isolation};
use crate::state::canvas::Canvas;
use crate::words::isolation as words;

/// The depths to choose from.
pub const DEPTHS: [Option<usize>; 3] = [Some(1), Some(2), None];

pub const FLOWS: [Flow; 3] = [Flow::Upstream, Flow::Both, Flow::Downstream];

/// Shows only the selected boxes and their neighbors. If they are shown already, or nothing is selected, shows all.
pub fn toggle(canvas: Canvas) {
    let mut subjects: Vec<NodePath> = Vec::new();
    let selection = canvas.editor.selection.get_untracked();
    // The contents of expanded boxes belong to them.
    for path in selection.iter().map(own).filter(|path| !path.is_root()) {
        if !subjects.contains(&path) {
            subjects.push(path);
        }
    }
    let now = isolated(canvas).map(|isolated| isolated.by.around);
    match now {
        Some(now) if subjects.is_empty() || subjects == now.subjects => show_all(canvas),
        _ if subjects.is_empty() => canvas.editor.say(words::nothing_around()),
        Some(now) => show(canvas, Neighborhood { subjects, ..now }),
        None => show(canvas, Neighborhood { subjects, depth: DEPTHS[0], flow: Flow::Both }),
    }
}

/// Shows a part of the diagram, and fits it into the view.
pub fn show(canvas: Canvas, around: Neighborhood) {
    let editor = canvas.editor;
    let Some(file) = editor.file.get_untracked() else { return };
    let before = editor.isolation.get_untracked();
    let isolated_before = isolated(canvas);
    if isolated_before.is_none() {
        canvas.view_of_all.set_value(Some((file.clone(), canvas.camera.get_untracked(), canvas.is_fitted())));
    }
    let known = isolated_before.and_then(|isolated| isolated.by.known).or_else(|| known(canvas));
    editor.isolation.set(Some(Isolation { file, around, known }));
    let Some(shown) = isolated(canvas) else {
        editor.isolation.set(before);
        return editor.say(words::nothing_around());
    };
    canvas.fit();
    canvas.announcement.set(text(&shown));
}

/// Shows a box in addition to the others, with its neighbors.
pub fn include(canvas: Canvas, path: &NodePath) {
    adjust(canvas, |around| around.subjects.push(path.clone()));
}

/// Changes the depth or the direction.
pub fn adjust(canvas: Canvas, change: impl FnOnce(&mut Neighborhood)) {
    let Some(mut around) = isolated(canvas).map(|isolated| isolated.by.around) else {
        return canvas.editor.say(words::nothing_isolated());
    };
    change(&mut around);
    show(canvas, around);
}

/// The choice after a present one.
pub fn next<T: PartialEq + Copy>(all: [T; 3], now: T) -> T {
    let at = all.iter().position(|one| *one == now).map_or(0, |at| (at + 1) % all.len());
    all[at]
}

/// Shows the whole diagram again, with the view from before.
pub fn show_all(canvas: Canvas) {
    let editor = canvas.editor;
    if isolated(canvas).is_none() {
        return editor.say(words::nothing_isolated());
    }
    let shown = editor.isolation.try_update(Option::take).flatten();
    let view = canvas.view_of_all.try_update_value(Option::take).flatten();
    match view.filter(|(file, ..)| shown.is_some_and(|shown| shown.file == *file)) {
        Some((_, camera, false)) => canvas.camera.set(camera),
        Some((.., true)) | None => canvas.fit(),
    }
    if let Some(path) = editor.selection.with_untracked(|selection| selection.last().cloned()) {
        reveal(canvas, &path);
    }
    canvas.announcement.set(words::shows_all().to_owned());
}

/// The part of the diagram that is shown, if that is not the whole.
fn isolated(canvas: Canvas) -> Option<Isolated> {
    canvas.editor.scene.with_untracked(|view| view.isolated().cloned())
}

/// All boxes of the diagram.
pub fn known(canvas: Canvas) -> Option<Arc<SortedSet<NodePath>>> {
    let topology = canvas.editor.scene.with_untracked(|view| view.topology())?;
    Some(Arc::new(gather(topology.graph.node_weights().map(|vertex| vertex.path.clone()))))
}

/// The names or numbers of the boxes that are shown.
pub fn text(shown: &Isolated) -> String {
    let name = match shown.subjects.as_slice() {
        [name] => name.clone(),
        subjects => words::n_subjects(subjects.len()),
    };
    let some = |count: usize, words: fn(usize) -> String| (count > 0).then(|| words(count));
    let list = match (some(shown.n_neighbors, words::n_neighbors), some(shown.n_new, words::n_new)) {
        (None, None) => words::alone(&name),
        (Some(rest), None) | (None, Some(rest)) => words::one_with(&name, &rest),
        (Some(near), Some(new)) => words::one_with(&format!("{name}, {near}"), &new),
    };
    words::shows(&list, shown.n_boxes)
}
