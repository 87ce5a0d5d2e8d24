//! The way from a place of the text to the drawing.

use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use leptos::prelude::*;

use crate::canvas::Canvas;

/// Selects what is drawn of the place at `offset` of the open file, and brings it on screen; whether anything is.
pub fn to_canvas(canvas: Canvas, file: &FilePath, offset: usize) -> bool {
    let analysis = canvas.editor.analysis.get_untracked();
    let path = analysis.file(file).map(|file| file.path_at(offset));
    let drawn = path.and_then(|path| canvas.editor.scene.with_untracked(|view| view.drawn(&path)));
    if let Some(path) = &drawn {
        bring_in(canvas, path);
    }
    let is_drawn = drawn.is_some();
    canvas.editor.selection.set(drawn.into_iter().collect());
    is_drawn
}

/// Moves the drawing so that the box at `path` is on screen, if it is not.
fn bring_in(canvas: Canvas, path: &NodePath) {
    let rect = canvas.editor.scene.with_untracked(|view| view.found(path).map(|found| found.rect));
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

/// Gives the keyboard to the canvas.
pub fn focus_canvas(canvas: Canvas) {
    if let Some(element) = canvas.element.get_untracked() {
        // An element that is there takes the focus.
        let _ = element.focus();
    }
}
