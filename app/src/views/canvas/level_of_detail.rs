//! The diagram at a small zoom: one path for all boxes of a kind and one for all connections, so that thousands cost as
//! much as a few. Names are shown where there is room for them, and findings as dots.

use descriptorium_core::scene::markup::Markup;
use descriptorium_core::scene::measure::{clip, text_width};
use descriptorium_core::scene::shape::number;
use descriptorium_core::scene::{Rect, SceneBox};
use descriptorium_core::topology::{Point, VertexKind};
use leptos::prelude::*;

use crate::model::level::LEGIBLE;
use crate::model::outlines::{by_kind, outlines, step};
use crate::state::canvas::Canvas;

/// The smallest width on screen of a box with a name, and of a frame with one, in CSS pixels.
const NAMED: f64 = 34.0;
const NAMED_FRAME: f64 = 48.0;
/// The most names at once: more could not be read, and would slow down the zoom.
const MOST_NAMES: usize = 1_200;

#[component]
pub fn Outlines() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let scene = canvas.editor.scene;
    let outline = move || scene.with(|view| outlines(&view.scene, |found| found.kind == VertexKind::Boundary));
    let frames =
        move || scene.with(|view| outlines(&view.scene, |found| found.frame && found.kind != VertexKind::Boundary));
    let boxes = move || {
        let paths = scene.with(|view| by_kind(&view.scene, |found| !found.frame && found.kind != VertexKind::Boundary));
        paths
            .into_iter()
            .map(|(kind, path)| view! { <path class=format!("far-boxes far-kind {kind}") d=path /> })
            .collect_view()
    };
    let lines =
        move || scene.with(|view| polylines(view.scene.connections.iter().map(|connection| &connection.points)));
    let selected = move || {
        let selection = canvas.editor.selection.get();
        scene.with(|view| outlines(&view.scene, |found| !found.frame && selection.contains(&found.path)))
    };
    // The boxes that are not dimmed, above a veil over all others.
    let lit = Memo::new(move |_| {
        canvas.focus.with(|focus| {
            let focus = focus.as_ref()?;
            Some(scene.with(|view| {
                let connections = focus
                    .connections()
                    .filter_map(|index| view.scene.connections.get(index))
                    .map(|found| &found.points);
                let is_lit =
                    |found: &SceneBox| !found.frame && found.kind != VertexKind::Boundary && focus.has_box(&found.path);
                (polylines(connections), by_kind(&view.scene, is_lit))
            }))
        })
    });
    let focus = move || {
        let (connections, boxes) = lit.get()?;
        let Rect { x, y, width, height } = scene.with(|view| view.scene.bounds);
        let boxes = boxes.into_iter().map(|(kind, path)| view! { <path class=format!("far-kind {kind}") d=path /> });
        Some(view! {
            <rect class="far-veil" x=x y=y width=width height=height />
            <path class="far-connections lit" d=connections fill="none" />
            {boxes.collect_view()}
        })
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
        <path class="far-frames" d=frames />
        <path class="far-connections" d=lines fill="none" />
        {boxes}
        {focus}
        <path class="far-selected" d=selected />
        <g inner_html=move || names(canvas) />
        <g inner_html=move || findings(canvas) />
        <path class="far-connections lit" d=bent fill="none" />
        <path class="far-selected" d=dragged transform=moved />
    }
}

/// The names of all boxes on screen with room for them, and of the frames.
fn names(canvas: Canvas) -> String {
    let (area, pixel) = (canvas.visible.get(), canvas.level.get().pixel);
    let (size, mut markup) = (LEGIBLE * pixel, Markup::default());
    canvas.editor.scene.with(|view| {
        let is_seen = |found: &&SceneBox| found.rect.overlaps(area);
        let boxes = view.scene.boxes.iter().filter(is_seen);
        let has_room =
            |found: &&SceneBox| !found.frame && found.rect.width >= NAMED * pixel && found.rect.height >= size;
        markup.open("g", &[("font-size", &number(size))]);
        for found in boxes.clone().filter(has_room).take(MOST_NAMES) {
            let Rect { x, y, width, height } = found.rect;
            let text = clip(&found.label, size, width - 4.0 * pixel);
            let at = Point { x: x + width / 2.0, y: y + height / 2.0 + size * 0.35 };
            let class = format!("far-name far-kind {}", found.kind.class());
            markup.element("text", &[("class", &class), ("x", &number(at.x)), ("y", &number(at.y))], &text);
        }
        markup.close("g");
        let size = 12.0 * pixel;
        markup.open("g", &[("font-size", &number(size)), ("stroke-width", &number(3.0 * pixel))]);
        for found in boxes.filter(|found| found.frame && found.rect.width >= NAMED_FRAME * pixel) {
            // The part of a name that is on screen.
            let (left, top) = (found.rect.x.max(area.x) + 4.0 * pixel, found.rect.y + 2.0 * pixel + size);
            let text = clip(&found.label, size, found.rect.x + found.rect.width - left - 4.0 * pixel);
            if text_width(&text, size) > size {
                let at = [("class", "far-frame-name"), ("x", &*number(left)), ("y", &*number(top))];
                markup.element("text", &at, &text);
            }
        }
        markup.close("g");
    });
    markup.text
}

/// Dots at the boxes with findings.
fn findings(canvas: Canvas) -> String {
    let mut markup = Markup::default();
    canvas.worst.with(|worst| {
        canvas.editor.scene.with(|view| {
            let boxes = view.scene.boxes.iter().filter(|found| found.kind != VertexKind::Boundary);
            for (found, severity) in boxes.filter_map(|found| Some((found, worst.get(&found.path)?))) {
                let class = format!("box-mark {}", severity.name());
                let [x, y] = [found.rect.x, found.rect.y].map(number);
                // The style sheet sets the radius on screen.
                markup.element("circle", &[("class", class.as_str()), ("cx", &x), ("cy", &y), ("r", "6")], "");
            }
        });
    });
    markup.text
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
