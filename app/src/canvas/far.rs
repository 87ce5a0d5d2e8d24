//! The drawing from far away: a path for all boxes and a path for all wires, so that thousands cost as much as one.

use std::fmt::Write;

use descriptorium_core::scene::{Scene, SceneBox};
use descriptorium_core::topology::VertexKind;
use leptos::prelude::*;

use crate::canvas::Canvas;

#[component]
pub fn Far() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let scene = canvas.editor.scene;
    let outline = move || scene.with(|view| outlines(&view.scene, |found| found.kind == VertexKind::Boundary));
    let inside = move || scene.with(|view| outlines(&view.scene, |found| found.kind != VertexKind::Boundary));
    let lines = move || scene.with(|view| wires(&view.scene));
    let selected = move || {
        let selection = canvas.editor.selection.get();
        scene.with(|view| outlines(&view.scene, |found| selection.contains(&found.path)))
    };
    view! {
        <path class="far-boundary" d=outline />
        <path class="far-wires" d=lines fill="none" />
        <path class="far-boxes" d=inside />
        <path class="far-selected" d=selected />
    }
}

/// The outlines of boxes as one path.
pub fn outlines(scene: &Scene, wanted: impl Fn(&SceneBox) -> bool) -> String {
    let mut path = String::new();
    for found in scene.boxes.iter().filter(|found| wanted(found)) {
        let rect = found.rect;
        // Writing to a string cannot fail.
        let _ = write!(path, "M{:.0} {:.0}h{:.0}v{:.0}h{:.0}z", rect.x, rect.y, rect.width, rect.height, -rect.width);
    }
    path
}

fn wires(scene: &Scene) -> String {
    let mut path = String::new();
    for wire in &scene.wires {
        for (at, point) in wire.points.iter().enumerate() {
            let letter = if at == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{letter}{:.0} {:.0}", point.x, point.y);
        }
    }
    path
}
