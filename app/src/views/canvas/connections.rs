//! The connections of the diagram. Only those on screen are rendered.

use descriptorium_core::scene::Connection;
use descriptorium_core::scene::markup::Markup;
use descriptorium_core::scene::shape::{arrow_path, connection_path};
use descriptorium_core::topology::Point;
use leptos::prelude::*;

use crate::model::aria_labels;
use crate::state::canvas::Canvas;
use crate::views::canvas::progressive::keep_order;

#[component]
pub fn Wires() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let scene = canvas.editor.scene;
    let indices = Memo::new(move |before: Option<&Vec<usize>>| {
        let area = canvas.drawn.get();
        keep_order(before.cloned().unwrap_or_default(), scene.with(|view| view.wires_in(area)))
    });
    view! {
        <For
            each=move || indices.get()
            key=|index| *index
            children=move |index| view! { <OneWire index=index /> }
        />
        <For
            each=move || canvas.dragging.wires.get()
            key=|index| *index
            children=move |index| view! { <MovedWire index=index /> }
        />
    }
}

#[component]
fn OneWire(index: usize) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let scene = canvas.editor.scene;
    let wire = Memo::new(move |_| scene.with(|view| view.scene.connections.get(index).cloned()));
    // While one of its ends is dragged, another component renders it.
    let class = move || {
        let moves = canvas.dragging.wires.with(|wires| wires.contains(&index));
        wire.with(|wire| format!("{}{}", class(canvas, wire.as_ref()), if moves { " moved" } else { "" }))
    };
    let id = move || wire.with(|wire| wire.as_ref().map_or(String::new(), |wire| wire.path.to_string()));
    let label = move || wire.with(|wire| wire.as_ref().map_or(String::new(), aria_labels::of_wire));
    let markup = move || wire.with(|wire| wire.as_ref().map_or(String::new(), drawn));
    view! { <g class=class data-id=id role="img" aria-label=label inner_html=markup /> }
}

/// The content of a connection.
fn drawn(wire: &Connection) -> String {
    let mut markup = Markup::default();
    markup.element("title", &[], &wire.label);
    markup.element("path", &[("class", "wire-line"), ("d", &connection_path(wire)), ("fill", "none")], "");
    if let Some(arrow) = arrow_path(wire) {
        markup.path("wire-arrow", &arrow);
    }
    markup.text
}

/// A connection while one of its ends is dragged.
#[component]
fn MovedWire(index: usize) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let wire = move || {
        let points = canvas.dragging.ways.with(|ways| ways.get(&index).cloned())?;
        let wire = canvas.editor.scene.with_untracked(|view| view.scene.connections.get(index).cloned())?;
        Some(Connection { points, ..wire })
    };
    let class = move || class(canvas, untrack(wire).as_ref());
    let path = move || wire().as_ref().map(connection_path);
    let arrow = move || wire().as_ref().and_then(arrow_path);
    view! {
        <g class=class aria-hidden="true">
            <path class="wire-line" d=path fill="none" />
            <path class="wire-arrow" d=arrow />
        </g>
    }
}

/// The class of a connection, which is highlighted if it or one of its ends is selected or under the pointer.
fn class(canvas: Canvas, wire: Option<&Connection>) -> String {
    let Some(wire) = wire else { return String::new() };
    let selected = canvas.editor.selection.with(|selection| {
        let paths = [&wire.path, &wire.source, &wire.target];
        paths.into_iter().any(|path| !path.is_root() && selection.contains(path))
    });
    let active = selected || canvas.hover.with(|hover| hover.as_ref() == Some(&wire.path));
    format!("wire {}{}", wire.kind.class(), if active { " active" } else { "" })
}

/// A simple curve between two points that leaves to the right and arrives from the left.
pub fn curve(from: Point, to: Point) -> String {
    let reach = ((to.x - from.x).abs() / 2.0).clamp(24.0, 120.0);
    let (x1, x2) = (from.x + reach, to.x - reach);
    format!("M{:.1} {:.1}C{x1:.1} {:.1} {x2:.1} {:.1} {:.1} {:.1}", from.x, from.y, from.y, to.y, to.x, to.y)
}
