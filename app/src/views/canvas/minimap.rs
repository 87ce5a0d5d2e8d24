//! The minimap: the whole diagram with the visible part, which can be dragged. It is visible if the diagram is larger
//! than the canvas.

use descriptorium_core::scene::Rect;
use descriptorium_core::topology::{Point, VertexKind};
use leptos::prelude::*;
use leptos::svg::Svg;
use web_sys::PointerEvent;

use crate::model::camera::Camera;
use crate::model::outlines::{by_kind, outlines};
use crate::state::canvas::Canvas;

/// The maximum size of the minimap, in CSS pixels.
const WIDTH: f64 = 168.0;
const HEIGHT: f64 = 112.0;

#[component]
pub fn Minimap() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let scene = canvas.editor.scene;
    let bounds = Signal::derive(move || scene.with(|view| view.scene.bounds));
    let frames =
        Signal::derive(move || scene.with(|view| outlines(&view.scene, |found| found.kind == VertexKind::Boundary)));
    let boxes =
        Signal::derive(move || scene.with(|view| by_kind(&view.scene, |found| found.kind != VertexKind::Boundary)));
    let look_at = Callback::new(move |at| canvas.look_at(at));
    view! { <MinimapOf bounds=bounds camera=canvas.camera size=canvas.size frames=frames boxes=boxes look_at=look_at /> }
}

/// A minimap of any diagram: the outlines of its boxes, and the visible part.
#[component]
pub fn MinimapOf(
    bounds: Signal<Rect>,
    camera: RwSignal<Camera>,
    size: RwSignal<(f64, f64)>,
    frames: Signal<String>,
    boxes: Signal<Vec<(&'static str, String)>>,
    look_at: Callback<Point>,
) -> impl IntoView {
    let shown = Memo::new(move |_| {
        let (width, height) = size.get();
        let camera = camera.get();
        let from = camera.to_scene(Point { x: 0.0, y: 0.0 });
        let to = camera.to_scene(Point { x: width, y: height });
        Rect { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y }
    });
    let beyond = Memo::new(move |_| {
        let (all, shown) = (bounds.get(), shown.get());
        let fits = shown.x <= all.x
            && shown.y <= all.y
            && shown.x + shown.width >= all.x + all.width
            && shown.y + shown.height >= all.y + all.height;
        all.width > 0.0 && all.height > 0.0 && shown.width > 0.0 && !fits
    });
    view! { <Show when=move || beyond.get()><Small bounds=bounds shown=shown frames=frames boxes=boxes look_at=look_at /></Show> }
}

#[component]
fn Small(
    bounds: Signal<Rect>,
    shown: Memo<Rect>,
    frames: Signal<String>,
    boxes: Signal<Vec<(&'static str, String)>>,
    look_at: Callback<Point>,
) -> impl IntoView {
    let svg = NodeRef::<Svg>::new();
    let scale = move || bounds.with(|all| (WIDTH / all.width.max(1.0)).min(HEIGHT / all.height.max(1.0)));
    let view_box = move || bounds.with(|all| format!("{} {} {} {}", all.x, all.y, all.width, all.height));
    let held = RwSignal::new(false);
    let go = move |event: &PointerEvent| {
        let Some(svg) = svg.get_untracked() else { return };
        let rect = svg.get_bounding_client_rect();
        let all = bounds.get_untracked();
        let at = Point {
            x: all.x + (f64::from(event.client_x()) - rect.left()) / rect.width().max(1.0) * all.width,
            y: all.y + (f64::from(event.client_y()) - rect.top()) / rect.height().max(1.0) * all.height,
        };
        look_at.run(at);
    };
    let down = move |event: PointerEvent| {
        event.prevent_default();
        if let Some(svg) = svg.get_untracked() {
            // Without pointer capture the drag ends at the border of the minimap.
            let _ = svg.set_pointer_capture(event.pointer_id());
        }
        held.set(true);
        go(&event);
    };
    let moved = move |event: PointerEvent| {
        if held.get_untracked() {
            go(&event);
        }
    };
    view! {
        // The keys reach every part of the diagram too.
        <svg
            node_ref=svg
            class="map"
            aria-hidden="true"
            width=move || bounds.with(|all| all.width) * scale()
            height=move || bounds.with(|all| all.height) * scale()
            viewBox=view_box
            on:pointerdown=down
            on:pointermove=moved
            on:pointerup=move |_| held.set(false)
            on:pointercancel=move |_| held.set(false)
        >
            <path class="map-frame" d=frames />
            {move || boxes.get().into_iter().map(|(kind, path)| view! { <path class=format!("map-boxes far-kind {kind}") d=path /> }).collect_view()}
            <rect class="map-shown" x=move || shown.get().x y=move || shown.get().y width=move || shown.get().width height=move || shown.get().height />
        </svg>
    }
}
