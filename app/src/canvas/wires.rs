//! The wires of the drawing, those on screen only.

use descriptorium_core::scene::Wire;
use descriptorium_core::scene::shape::{arrow_path, wire_path};
use descriptorium_core::topology::{EdgeKind, Point};
use leptos::prelude::*;

use crate::canvas::{Canvas, spoken};

#[component]
pub fn Wires() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let scene = canvas.editor.scene;
    let indices = Memo::new(move |_| {
        let area = canvas.visible.get();
        scene.with(|view| view.wires_in(area))
    });
    view! {
        <For
            each=move || indices.get()
            key=|index| *index
            children=move |index| view! { <OneWire index=index /> }
        />
    }
}

#[component]
fn OneWire(index: usize) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let editor = canvas.editor;
    let wire = Memo::new(move |_| editor.scene.with(|view| view.scene.wires.get(index).cloned()));
    let way = Memo::new(move |_| {
        let moves = canvas.dragging.wires.with(|wires| wires.contains(&index));
        moves.then(|| canvas.dragging.ways.with(|ways| ways.get(&index).cloned())).flatten()
    });
    let path = move || of_drawn(wire, way, wire_path).unwrap_or_default();
    let arrow =
        move || of_drawn(wire, way, arrow_path).flatten().map(|arrow| view! { <path class="wire-arrow" d=arrow /> });
    let active = move || {
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
    };
    let class = move || {
        let kind = wire.with(|wire| wire.as_ref().map_or("", |wire| kind_class(wire.kind)));
        let active = if active() { " active" } else { "" };
        format!("wire {kind}{active}")
    };
    let id = move || wire.with(|wire| wire.as_ref().map_or(String::new(), |wire| wire.path.to_string()));
    let title = move || wire.with(|wire| wire.as_ref().map_or(String::new(), |wire| wire.label.clone()));
    let label = move || wire.with(|wire| wire.as_ref().map_or(String::new(), spoken::of_wire));
    view! {
        <g class=class data-id=id role="img" aria-label=label>
            {leptos::svg::title().child(title)}
            <path class="wire-line" d=path fill="none" />
            {arrow}
        </g>
    }
}

/// What a wire is drawn as, on another way while one of its ends is dragged.
fn of_drawn<T>(wire: Memo<Option<Wire>>, way: Memo<Option<Vec<Point>>>, drawn: fn(&Wire) -> T) -> Option<T> {
    wire.with(|wire| {
        let wire = wire.as_ref()?;
        Some(match way.get() {
            Some(points) => drawn(&Wire { points, ..wire.clone() }),
            None => drawn(wire),
        })
    })
}

/// A plain curve between two places, leaving to the right and arriving from the left.
pub fn curve(from: Point, to: Point) -> String {
    let reach = ((to.x - from.x).abs() / 2.0).clamp(24.0, 120.0);
    let (x1, x2) = (from.x + reach, to.x - reach);
    format!("M{:.1} {:.1}C{x1:.1} {:.1} {x2:.1} {:.1} {:.1} {:.1}", from.x, from.y, from.y, to.y, to.x, to.y)
}

pub fn kind_class(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Relationship => "relationship",
        EdgeKind::Mapping => "mapping",
        EdgeKind::Dependency => "dependency",
    }
}
