//! The divider between two panes, which can be dragged or moved with the arrow keys. A double click resets it.

use leptos::prelude::*;
use web_sys::{HtmlElement, KeyboardEvent, PointerEvent};

/// The side of the pane that the divider is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    Left,
    Right,
}

/// The smallest and the largest part of the window that a pane takes, in percent.
const LEAST: f64 = 8.0;
const MOST: f64 = 70.0;
/// The step of the arrow keys, in percent.
const STEP: f64 = 1.5;

/// Sets the width of the pane with the id `of`, as the CSS variable `name`, in parts of the window: so it keeps its
/// proportion when the window changes its size. The style sheet has the default, and keeps panes usable in small windows.
#[component]
pub fn Splitter(
    name: &'static str,
    of: &'static str,
    edge: Edge,
    /// Whether the pane is open.
    is_open: RwSignal<bool>,
    label: &'static str,
) -> impl IntoView {
    let dragging = RwSignal::new(None::<(f64, f64)>);
    let window_width =
        || window().inner_width().ok().and_then(|width| width.as_f64()).filter(|width| *width > 0.0).unwrap_or(1.0);
    // In percent of the window.
    let width = move || {
        let pane = document().get_element_by_id(of);
        pane.map_or(LEAST, |pane| pane.get_bounding_client_rect().width() / window_width() * 100.0)
    };
    let now = RwSignal::new(0.0);
    // The width is known when the pane is in the page.
    Effect::new(move |_| {
        is_open.track();
        request_animation_frame(move || {
            // The page may be gone by then.
            let _ = now.try_set(width());
        });
    });
    let root = || {
        let root = document().document_element();
        root.and_then(|root| wasm_bindgen::JsCast::dyn_into::<HtmlElement>(root).ok())
    };
    let set = move |width: f64| {
        now.set(width.clamp(LEAST, MOST));
        if let Some(root) = root() {
            // Set through the object model, which a strict content policy allows.
            let _ = root.style().set_property(name, &format!("{:.2}vw", width.clamp(LEAST, MOST)));
        }
    };
    let reset = move |_| {
        if let Some(root) = root() {
            // Without it, the default of the style sheet applies.
            let _ = root.style().remove_property(name);
        }
        now.set(width());
    };
    let grown = move |delta: f64| if edge == Edge::Right { delta } else { -delta };
    let down = move |event: PointerEvent| {
        if event.button() != 0 {
            return;
        }
        event.prevent_default();
        // Without pointer capture the drag ends at the edge of the divider; nothing else is lost.
        let _ = event_target::<web_sys::Element>(&event).set_pointer_capture(event.pointer_id());
        dragging.set(Some((f64::from(event.client_x()), width())));
    };
    let moved = move |event: PointerEvent| {
        if let Some((from, before)) = dragging.get_untracked() {
            set(before + grown((f64::from(event.client_x()) - from) / window_width() * 100.0));
        }
    };
    let key = move |event: KeyboardEvent| {
        let step = match event.key().as_str() {
            "ArrowLeft" => -STEP,
            "ArrowRight" => STEP,
            _ => return,
        };
        event.prevent_default();
        set(width() + grown(step));
    };
    view! {
        <div
            class=format!("splitter of-{of}")
            role="separator"
            aria-orientation="vertical"
            aria-label=label
            aria-valuemin=format!("{LEAST:.0}")
            aria-valuemax=format!("{MOST:.0}")
            aria-valuenow=move || format!("{:.0}", now.get())
            tabindex="0"
            on:pointerdown=down
            on:pointermove=moved
            on:pointerup=move |_| dragging.set(None)
            on:pointercancel=move |_| dragging.set(None)
            on:dblclick=reset
            on:keydown=key
        ></div>
    }
}
