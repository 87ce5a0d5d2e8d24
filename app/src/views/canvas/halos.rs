//! The rings around selected boxes and the one under the pointer, and the glow of selected connections. They are below
//! the boxes, and their widths are the same on screen at any zoom.

use descriptorium_core::scene::Rect;
use descriptorium_core::scene::shape::{connection_path, number};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::Point;
use leptos::prelude::*;

use crate::model::hit::Hit;
use crate::state::canvas::Canvas;

#[component]
pub fn Halos() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let editor = canvas.editor;
    // Boxes off screen have no elements either.
    let selected = Memo::new(move |_| {
        let area = canvas.visible.get();
        let mut selection = editor.selection.get();
        editor.scene.with(|view| selection.retain(|path| view.rect(path).is_some_and(|rect| rect.overlaps(area))));
        selection
    });
    let hovered = Memo::new(move |_| {
        canvas.rests_on.with(|hit| match hit {
            Some(Hit::Box(path) | Hit::Port { vertex: path, .. }) if !path.is_root() => Some(path.clone()),
            _ => None,
        })
    });
    let is_selected = move |path: &NodePath| editor.selection.with(|selection| selection.contains(path));
    let hovered = move || hovered.get().filter(|path| !is_selected(path));
    let lines = move || {
        let selection = editor.selection.get();
        editor.scene.with(|view| {
            let chosen = view.scene.connections.iter().filter(|connection| selection.contains(&connection.path));
            chosen.map(connection_path).collect::<String>()
        })
    };
    view! {
        <path class="halo-line" d=lines fill="none" aria-hidden="true" />
        <For each=move || hovered().into_iter() key=NodePath::clone children=move |path| view! { <Halo path=path class="halo hovered" /> } />
        <For each=move || selected.get() key=NodePath::clone children=move |path| view! { <Halo path=path class="halo" /> } />
    }
}

/// The ring around a box, which follows it while it is dragged.
#[component]
fn Halo(path: NodePath, class: &'static str) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let editor = canvas.editor;
    let of = path.clone();
    let rect = Memo::new(move |_| editor.scene.with(|view| view.rect(&of)).filter(|_| !of.is_root()));
    let transform = move || {
        let by = if canvas.dragging.moves(editor, &path) { canvas.dragging.by.get() } else { Point::default() };
        let rect = rect.get().unwrap_or_default();
        format!("translate({:.1} {:.1})", rect.x + by.x, rect.y + by.y)
    };
    let drawn = move || {
        rect.get().map(|Rect { width, height, .. }| {
            let side = |class: &'static str| {
                view! { <rect class=class width=number(width) height=number(height) rx="9" fill="none" /> }
            };
            view! { {side("halo-glow")}{side("halo-ring")}{side("halo-gap")} }
        })
    };
    view! { <g class=class transform=transform aria-hidden="true">{drawn}</g> }
}
