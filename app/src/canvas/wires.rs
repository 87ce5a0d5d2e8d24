//! The wires of the drawing, those on screen only.

use descriptorium_core::scene::Wire;
use descriptorium_core::scene::shape::wire_path;
use descriptorium_core::topology::{EdgeKind, Point};
use leptos::prelude::*;

use crate::canvas::Canvas;

#[component]
pub fn Wires() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let scene = canvas.editor.scene;
    let indices = Memo::new(move |_| {
        let area = canvas.visible.get();
        scene.with(|view| view.wires_in(area))
    });
    view! {
        <For each=move || indices.get() key=|index| *index children=move |index| view! { <OneWire index=index /> } />
    }
}

#[component]
fn OneWire(index: usize) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let editor = canvas.editor;
    let wire = Memo::new(move |_| editor.scene.with(|view| view.scene.wires.get(index).cloned()));
    let path = move || wire.with(|wire| wire.as_ref().map_or(String::new(), |wire| shape(canvas, wire)));
    let active = Memo::new(move |_| {
        wire.with(|wire| {
            let Some(wire) = wire else { return false };
            let selected = editor.selection.with(|selection| {
                [&wire.path, &wire.source, &wire.target]
                    .into_iter()
                    .any(|path| !path.is_root() && selection.contains(path))
            });
            let hovered = canvas.hover.with(|hover| hover.as_ref() == Some(&wire.path));
            selected || hovered
        })
    });
    let class = move || {
        let kind = wire.with(|wire| wire.as_ref().map_or("", |wire| kind_class(wire.kind)));
        let active = if active.get() { " active" } else { "" };
        format!("wire {kind}{active}")
    };
    let id = move || wire.with(|wire| wire.as_ref().map_or(String::new(), |wire| wire.path.to_string()));
    let title = move || wire.with(|wire| wire.as_ref().map_or(String::new(), |wire| wire.label.clone()));
    view! {
        <g class=class data-id=id>
            {leptos::svg::title().child(title)}
            <path class="wire-line" d=path fill="none" />
        </g>
    }
}

/// The way of a wire; a plain curve while one of its boxes is being dragged.
fn shape(canvas: Canvas, wire: &Wire) -> String {
    let (source, target) =
        canvas.gesture.with(|gesture| (gesture.offset_of(&wire.source), gesture.offset_of(&wire.target)));
    let still = source == (0.0, 0.0) && target == (0.0, 0.0);
    match (wire.points.first(), wire.points.last()) {
        (Some(from), Some(to)) if !still => {
            let from = Point { x: from.x + source.0, y: from.y + source.1 };
            curve(from, Point { x: to.x + target.0, y: to.y + target.1 })
        }
        _ => wire_path(wire),
    }
}

/// A plain curve between two places, leaving to the right and arriving from the left.
pub fn curve(from: Point, to: Point) -> String {
    let reach = ((to.x - from.x).abs() / 2.0).clamp(24.0, 120.0);
    let (x1, x2) = (from.x + reach, to.x - reach);
    format!("M{:.1} {:.1}C{x1:.1} {:.1} {x2:.1} {:.1} {:.1} {:.1}", from.x, from.y, from.y, to.y, to.x, to.y)
}

fn kind_class(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Relationship => "relationship",
        EdgeKind::Mapping => "mapping",
        EdgeKind::Dependency => "dependency",
    }
}
