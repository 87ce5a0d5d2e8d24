//! The diagram at a small zoom: one path for all boxes and one for all connections, so that thousands cost as much as
//! one.

use descriptorium_core::topology::{Point, VertexKind};
use leptos::prelude::*;

use crate::model::outlines::outlines;
use crate::model::outlines::step;
use crate::state::canvas::Canvas;

#[component]
pub fn Outlines() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let scene = canvas.editor.scene;
    let outline = move || scene.with(|view| outlines(&view.scene, |found| found.kind == VertexKind::Boundary));
    let inside = move || scene.with(|view| outlines(&view.scene, |found| found.kind != VertexKind::Boundary));
    let lines =
        move || scene.with(|view| polylines(view.scene.connections.iter().map(|connection| &connection.points)));
    let selected = move || {
        let selection = canvas.editor.selection.get();
        scene.with(|view| outlines(&view.scene, |found| selection.contains(&found.path)))
    };
    // The dragged boxes are rendered once, and moved.
    let moved = move || {
        let by = canvas.dragging.by.get();
        format!("translate({:.1} {:.1})", by.x, by.y)
    };
    let dragged =
        move || scene.with(|view| outlines(&view.scene, |found| canvas.dragging.moves(canvas.editor, &found.path)));
    let bent = move || canvas.dragging.routes.with(|routes| polylines(routes.values()));
    view! {
        <path class="far-boundary" d=outline />
        <path class="far-connections" d=lines fill="none" />
        <path class="far-boxes" d=inside />
        <path class="far-selected" d=selected />
        <path class="far-connections" d=bent fill="none" />
        <path class="far-selected" d=dragged transform=moved />
    }
}

fn polylines<'a>(routes: impl Iterator<Item = &'a Vec<Point>>) -> String {
    let mut path = String::new();
    for route in routes {
        for (at, point) in route.iter().enumerate() {
            step(&mut path, if at == 0 { 'M' } else { 'L' }, point.x);
            step(&mut path, ' ', point.y);
        }
    }
    path
}
