//! Opens the context menu.

use descriptorium_core::scene::{Rect, ScenePort};
use descriptorium_core::topology::Point;
use leptos::prelude::*;

use crate::gestures::connect::connection_end;
use crate::gestures::navigation::{announce, select};
use crate::gestures::pointer::end;
use crate::model::arrange::bounding_box;
use crate::model::free_space;
use crate::model::hit::{Hit, hit};
use crate::state::canvas::{Canvas, Pointed};
use crate::state::question::Question;

/// Opens the context menu for the item under the pointer, which is selected, or else for the selection.
pub fn open(canvas: Canvas, pointed: Option<Pointed>) {
    // A long press may have opened it already.
    if canvas.asked.with_untracked(Option::is_some) {
        return;
    }
    let at = pointed.and_then(|pointed| point_at(canvas, pointed));
    canvas.ask(Question::Menu { at }, Some(pointed.map_or_else(|| spot(canvas), |(spot, _)| spot)));
}

/// Selects the item under the pointer, unless it is selected. Returns the point of the diagram if there is no item.
fn point_at(canvas: Canvas, ((x, y), reach): Pointed) -> Option<Point> {
    end(canvas);
    let camera = canvas.camera.get_untracked();
    let at = camera.to_scene(canvas.screen(x, y));
    let selection = canvas.editor.selection;
    let found = canvas.editor.scene.with_untracked(|view| hit(&view.scene, at, reach / camera.zoom));
    let port = match &found {
        Hit::Port { vertex, port } if port.path.is_none() => Some(connection_end(vertex, port)),
        _ => None,
    };
    let place = match found {
        // A connection point is a part of its own.
        Hit::Port { port: ScenePort { path: Some(path), .. }, .. }
        | Hit::Box(path)
        | Hit::Connection(path)
        | Hit::Port { vertex: path, .. }
            if !path.is_root() =>
        {
            if port.is_some() || !selection.with_untracked(|selection| selection.contains(&path)) {
                select(canvas, &path);
            }
            None
        }
        Hit::Port { vertex, .. } if port.is_some() => {
            selection.set(vec![vertex]);
            None
        }
        Hit::Box(_) | Hit::Connection(_) | Hit::Port { .. } | Hit::Void => {
            selection.set(Vec::new());
            Some(at)
        }
    };
    canvas.port.set(port);
    announce(canvas);
    place
}

/// The position of a context menu that was opened with a key: at the last selected box, or in the center.
fn spot(canvas: Canvas) -> (f64, f64) {
    let (width, height) = canvas.size.get_untracked();
    let camera = canvas.camera.get_untracked();
    let last = canvas.editor.selection.with_untracked(|selection| selection.last().cloned());
    let rect = last.and_then(|path| canvas.editor.scene.with_untracked(|view| Some(view.found(&path)?.rect)));
    let rect = rect.and_then(|rect| bounding_box(&[free_space::on_screen(rect, camera)]));
    let Rect { x, y, width, height } =
        rect.unwrap_or(Rect { x: width / 2.0, y: height / 2.0, width: 0.0, height: 0.0 });
    let corner = canvas.screen(0.0, 0.0);
    (x + width / 2.0 - corner.x, y + height / 2.0 - corner.y)
}
