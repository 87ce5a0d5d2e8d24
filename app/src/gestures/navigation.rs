//! Navigation: selects boxes, scrolls them into view, announces them, and moves between diagrams.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::Point;
use leptos::prelude::*;

use crate::gestures::diagrams::{drill_in, show_type};
use crate::model::aria_labels;
use crate::model::neighbors::reading_order;
use crate::state::canvas::{Canvas, Crumb};
use crate::words::canvas as words;

/// Selects the item of the diagram for an offset of the open file, and scrolls it into view. Returns whether there is
/// one.
pub fn to_canvas(canvas: Canvas, file: &FilePath, offset: usize) -> bool {
    let analysis = canvas.editor.analysis.get_untracked();
    let path = analysis.file(file).map(|file| file.path_at(offset));
    path.iter().for_each(|path| canvas.editor.show_diagram_of(path));
    let drawn = path.and_then(|path| canvas.editor.scene.with_untracked(|view| view.drawn(&path)));
    if let Some(path) = &drawn {
        scroll_into_view(canvas, path);
    }
    let is_drawn = drawn.is_some();
    canvas.editor.selection.set(drawn.into_iter().collect());
    is_drawn
}

/// Scrolls the diagram so that the box at `path` is visible, if it is not.
fn scroll_into_view(canvas: Canvas, path: &NodePath) {
    let rect = canvas.editor.scene.with_untracked(|view| view.rect(path));
    let Some(rect) = rect else { return };
    let (width, height) = canvas.size.get_untracked();
    let camera = canvas.camera.get_untracked();
    let (left, top) = (rect.x * camera.zoom + camera.x, rect.y * camera.zoom + camera.y);
    let (right, bottom) = (left + rect.width * camera.zoom, top + rect.height * camera.zoom);
    if left < 0.0 || top < 0.0 || right > width || bottom > height {
        let (x, y) = (width / 2.0 - (left + right) / 2.0, height / 2.0 - (top + bottom) / 2.0);
        canvas.camera.update(|camera| *camera = camera.panned(x, y));
    }
}

/// Focuses the canvas.
pub fn focus_canvas(canvas: Canvas) {
    if let Some(element) = canvas.element.get_untracked() {
        // An element in the page accepts the focus.
        let _ = element.focus();
    }
}

/// Selects one item, in the diagram that shows it, and shows it in the text.
pub fn select(canvas: Canvas, path: &NodePath) {
    canvas.editor.show_diagram_of(path);
    canvas.editor.selection.set(vec![path.clone()]);
    canvas.editor.reveal_item(path);
}

/// Like [`select`], and also scrolls the item into view and announces it.
pub fn go_to(canvas: Canvas, path: &NodePath) {
    select(canvas, path);
    reveal(canvas, path);
    announce(canvas);
}

/// Opens the descriptor or the diagram of a box, and returns whether there is one.
pub fn open_type(canvas: Canvas, path: &NodePath) -> bool {
    let analysis = canvas.editor.analysis.get_untracked();
    let Some(file) = canvas.editor.file.get_untracked() else { return false };
    if let Some((other, key)) = analysis.diagram_of_box(&file, path) {
        drill_in(canvas, path, &other, key);
        return true;
    }
    open_descriptor(canvas, &analysis, &file, path) || show_type(canvas, path)
}

/// Opens the descriptor of a box, and returns whether there is one.
fn open_descriptor(canvas: Canvas, analysis: &Analysis, file: &FilePath, path: &NodePath) -> bool {
    let Some((origin, inner)) = analysis.origin(file, path) else { return false };
    let Some(topology) = analysis.topology(&origin) else { return false };
    let of = topology.vertex(&inner).and_then(|index| topology.graph[index].of.clone());
    let entry = of.as_ref().and_then(|of| analysis.catalog().resolve_range(of).found());
    let of_type = entry.map(|entry| (entry.file.clone(), entry.name.name.to_string()));
    // Boxes of other languages have no type with a full name, but can share an identifier with a descriptor.
    let other = of_type.or_else(|| {
        let (linked, _) = analysis.linked(&origin, &inner)?;
        let name = diagram_title(canvas, &linked);
        Some((linked, name))
    });
    let other = other.filter(|(other, _)| other != file);
    if let Some((other, name)) = &other {
        let diagram = canvas.editor.diagram.get_untracked();
        let crumb = Crumb { file: file.clone(), diagram, path: path.clone() };
        canvas.breadcrumbs.update(|crumbs| crumbs.push(crumb));
        canvas.editor.show(other);
        let shown = canvas.editor.diagram.get_untracked();
        canvas.breadcrumbs_end.set_value(Some((other.clone(), shown)));
        let count = canvas.editor.scene.with_untracked(|view| reading_order(&view.scene).len());
        canvas.announcement.set(words::drilled_in(count, name));
    }
    other.is_some()
}

/// Goes back to the diagram from which this one was opened, and to the box there.
pub fn back(canvas: Canvas) {
    let Some(Crumb { file, diagram, path }) = canvas.breadcrumbs.try_update(Vec::pop).flatten() else {
        return canvas.announcement.set(words::no_way_back().to_owned());
    };
    canvas.breadcrumbs_end.set_value(Some((file.clone(), diagram.clone())));
    canvas.editor.choose_diagram(&file, diagram);
    canvas.editor.show(&file);
    go_to(canvas, &path);
    let name = diagram_title(canvas, &file);
    canvas.announcement.update(|text| *text = words::drilled_out(&name, text));
}

/// Announces the selection.
pub fn announce(canvas: Canvas) {
    let order = order(canvas);
    let selection = canvas.editor.selection.get_untracked();
    let text = canvas.editor.scene.with_untracked(|view| aria_labels::of_selection(view, &selection, &order));
    canvas.announcement.set(text);
}

/// Moves the view by the smallest distance that shows a box.
pub fn reveal(canvas: Canvas, path: &NodePath) {
    const MARGIN: f64 = 48.0;
    let Some(rect) = canvas.editor.scene.with_untracked(|view| view.rect(path)) else {
        return;
    };
    let (width, height) = canvas.size.get_untracked();
    let camera = canvas.camera.get_untracked();
    let from = camera.to_screen(Point { x: rect.x, y: rect.y });
    let shift = |start: f64, length: f64, room: f64| {
        let before = MARGIN - start;
        let behind = room - MARGIN - (start + length);
        if before > 0.0 || length > room - 2.0 * MARGIN { before } else { behind.min(0.0) }
    };
    let dx = shift(from.x, rect.width * camera.zoom, width);
    let dy = shift(from.y, rect.height * camera.zoom, height);
    if dx != 0.0 || dy != 0.0 {
        canvas.camera.set(camera.panned(dx, dy));
    }
}

pub fn order(canvas: Canvas) -> Vec<NodePath> {
    canvas.editor.scene.with_untracked(|view| reading_order(&view.scene))
}

/// Scrolls to the selection, once it is rendered.
pub fn show_selected(canvas: Canvas) {
    if let Some(path) = canvas.editor.selection.with_untracked(|selection| selection.last().cloned()) {
        reveal(canvas, &path);
        announce(canvas);
    }
}

/// The title of a file's diagram.
pub fn diagram_title(canvas: Canvas, file: &FilePath) -> String {
    let analysis = canvas.editor.drawn.get();
    let name = analysis.file(file).and_then(|source| source.defines());
    name.map_or_else(|| file.name().to_owned(), |of| of.name.to_string())
}
