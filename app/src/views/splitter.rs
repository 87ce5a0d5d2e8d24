//! The divider between two panes, which can be dragged or moved with the arrow keys.

use leptos::prelude::*;
use web_sys::{KeyboardEvent, PointerEvent};

/// The side of the pane that the divider is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    Left,
    Right,
}

/// Sets the width of the pane with the id `of`, as the CSS variable `name`, in pixels.
#[component]
pub fn Splitter(
    name: &'static str,
    of: &'static str,
    edge: Edge,
    least: f64,
    most: f64,
    label: &'static str,
) -> impl IntoView {
    let dragging = RwSignal::new(None::<(f64, f64)>);
    let width = move || document().get_element_by_id(of).map_or(least, |pane| pane.get_bounding_client_rect().width());
    let now = RwSignal::new(0.0);
    // The width is known when the pane is in the page.
    Effect::new(move |_| now.set(width()));
    let set = move |width: f64| {
        now.set(width.clamp(least, most));
        let root = document().document_element();
        let root = root.and_then(|root| wasm_bindgen::JsCast::dyn_into::<web_sys::HtmlElement>(root).ok());
        if let Some(root) = root {
            // Set through the object model, which a strict content policy allows.
            let _ = root.style().set_property(name, &format!("{:.0}px", width.clamp(least, most)));
        }
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
            set(before + grown(f64::from(event.client_x()) - from));
        }
    };
    let key = move |event: KeyboardEvent| {
        let step = match event.key().as_str() {
            "ArrowLeft" => -16.0,
            "ArrowRight" => 16.0,
            _ => return,
        };
        event.prevent_default();
        set(width() + grown(step));
    };
    view! {
        <div
            class="splitter"
            role="separator"
            aria-orientation="vertical"
            aria-label=label
            aria-valuemin=format!("{least:.0}")
            aria-valuemax=format!("{most:.0}")
            aria-valuenow=move || format!("{:.0}", now.get())
            tabindex="0"
            on:pointerdown=down
            on:pointermove=moved
            on:pointerup=move |_| dragging.set(None)
            on:pointercancel=move |_| dragging.set(None)
            on:keydown=key
        ></div>
    }
}
