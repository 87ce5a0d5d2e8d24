//! The connections of the diagram. Only those on screen are rendered.

use descriptorium_core::scene::Connection;
use descriptorium_core::scene::markup::Markup;
use descriptorium_core::scene::shape::{arrow_path, connection_label, connection_path, joints_path};
use descriptorium_core::topology::Point;
use leptos::prelude::*;

use crate::model::aria_labels;
use crate::state::canvas::Canvas;
use crate::views::canvas::progressive::keep_order;

#[component]
pub fn Connections() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let scene = canvas.editor.scene;
    let indices = Memo::new(move |before: Option<&Vec<usize>>| {
        let area = canvas.drawn.get();
        keep_order(before.cloned().unwrap_or_default(), scene.with(|view| view.connections_in(area)))
    });
    let joined = Memo::new(move |_| {
        let has_joints = |index: &usize| {
            scene.with(|view| view.scene.connections.get(*index).is_some_and(|found| !found.joints.is_empty()))
        };
        indices.get().into_iter().filter(has_joints).collect::<Vec<usize>>()
    });
    view! {
        <For
            each=move || indices.get()
            key=|index| *index
            children=move |index| view! { <OneConnection index=index /> }
        />
        // Above the gaps that lines leave in others.
        <For each=move || joined.get() key=|index| *index children=move |index| view! { <Joints index=index /> } />
        <For
            each=move || canvas.dragging.connections.get()
            key=|index| *index
            children=move |index| view! { <MovedConnection index=index /> }
        />
    }
}

#[component]
fn OneConnection(index: usize) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let scene = canvas.editor.scene;
    let connection = Memo::new(move |_| scene.with(|view| view.scene.connections.get(index).cloned()));
    // While one of its ends is dragged, another component renders it.
    let class = move || {
        let moves = canvas.dragging.connections.with(|connections| connections.contains(&index));
        connection.with(|connection| {
            format!("{}{}", class(canvas, index, connection.as_ref()), if moves { " moved" } else { "" })
        })
    };
    let id = move || {
        connection
            .with(|connection| connection.as_ref().map_or(String::new(), |connection| connection.path.to_string()))
    };
    let label = Memo::new(move |_| {
        scene.with(|view| {
            let connection = view.scene.connections.get(index);
            connection.map_or(String::new(), |connection| aria_labels::of_connection(view, connection))
        })
    });
    let markup = move || connection.with(|connection| connection.as_ref().map_or(String::new(), drawn));
    view! { <g class=class data-id=id role="img" aria-label=label inner_html=markup /> }
}

/// The dots where a connection branches off another one.
#[component]
fn Joints(index: usize) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let scene = canvas.editor.scene;
    let connection = Memo::new(move |_| scene.with(|view| view.scene.connections.get(index).cloned()));
    let class = move || {
        let moves = canvas.dragging.connections.with(|connections| connections.contains(&index));
        let lit = connection.with(|connection| class(canvas, index, connection.as_ref()));
        format!("{lit}{}", if moves { " moved" } else { "" })
    };
    let dots = move || connection.with(|connection| connection.as_ref().map(joints_path));
    view! { <g class=class aria-hidden="true"><path class="connection-joint" d=dots /></g> }
}

/// The content of a connection. Its casing leaves a gap in the lines that it crosses.
fn drawn(connection: &Connection) -> String {
    let mut markup = Markup::default();
    let path = connection_path(connection);
    markup.element("path", &[("class", "connection-casing"), ("d", &path), ("fill", "none")], "");
    markup.element("path", &[("class", "connection-line"), ("d", &path), ("fill", "none")], "");
    if let Some(arrow) = arrow_path(connection) {
        markup.path("connection-arrow", &arrow);
    }
    if let Some(label) = connection_label(connection) {
        markup.line("connection-label", &label);
    }
    markup.text
}

/// A connection while one of its ends is dragged.
#[component]
fn MovedConnection(index: usize) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let connection = move || {
        let points = canvas.dragging.routes.with(|routes| routes.get(&index).cloned())?;
        let connection = canvas.editor.scene.with_untracked(|view| view.scene.connections.get(index).cloned())?;
        Some(Connection { points, joints: Vec::new(), ..connection })
    };
    let class = move || class(canvas, index, untrack(connection).as_ref());
    let path = move || connection().as_ref().map(connection_path);
    let arrow = move || connection().as_ref().and_then(arrow_path);
    view! {
        <g class=class aria-hidden="true">
            <path class="connection-line" d=path fill="none" />
            <path class="connection-arrow" d=arrow />
        </g>
    }
}

/// The class of a connection: lit if it belongs to what is selected or under the pointer.
fn class(canvas: Canvas, index: usize, connection: Option<&Connection>) -> String {
    let Some(connection) = connection else { return String::new() };
    let is_selected = canvas.editor.selection.with(|selection| {
        let paths = [&connection.path, &connection.source, &connection.target];
        paths.into_iter().any(|path| !path.is_root() && selection.contains(path))
    });
    let is_lit = canvas.focus.with(|focus| focus.as_ref().is_some_and(|focus| focus.has_connection(index)));
    let active = if is_selected || is_lit { " active" } else { "" };
    format!("connection {}{active}{}", connection.kind.class(), if is_lit { " lit" } else { "" })
}

/// A simple curve between two points that leaves to the right and arrives from the left.
pub fn curve(from: Point, to: Point) -> String {
    let reach = ((to.x - from.x).abs() / 2.0).clamp(24.0, 120.0);
    let (x1, x2) = (from.x + reach, to.x - reach);
    format!("M{:.1} {:.1}C{x1:.1} {:.1} {x2:.1} {:.1} {:.1} {:.1}", from.x, from.y, from.y, to.y, to.x, to.y)
}
