//! The handles at the ends of the selected connection, which are dragged to other ports.

use descriptorium_core::topology::Point;
use leptos::prelude::*;
use web_sys::PointerEvent;

use crate::gestures::pointer;
use crate::gestures::reconnect::{MovableEnd, movable};
use crate::state::canvas::Canvas;
use crate::state::gesture::Gesture;
use crate::words::canvas as words;

/// The distance of a handle from the port, so that a new connection can still be drawn from there, in CSS pixels.
const INSET: f64 = 16.0;

#[component]
pub fn ConnectionHandles() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let ends = Memo::new(move |_| movable(canvas.editor));
    // They stay in the page while one is dragged: it has the touch.
    let is_idle = Memo::new(move |_| canvas.gesture.with(|gesture| matches!(gesture, Gesture::None)));
    move || {
        let handles = ends.get().into_iter().map(|end| view! { <Handle end=end is_idle=is_idle /> });
        handles.collect_view()
    }
}

#[component]
fn Handle(end: MovableEnd, is_idle: Memo<bool>) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let MovableEnd { moved, from, route } = end;
    let start = route.last().copied().unwrap_or_default();
    let side = if moved.is_source { "source" } else { "target" };
    let place = Memo::new(move |_| {
        let camera = canvas.camera.get();
        let at = camera.to_screen(inside(&route, INSET / camera.zoom));
        let (width, height) = canvas.size.get();
        (at.x > 0.0 && at.y > 0.0 && at.x < width && at.y < height).then_some(at)
    });
    let left = move || place.get().map_or("-999px".to_owned(), |at| format!("{:.1}px", at.x));
    let top = move || place.get().map_or("-999px".to_owned(), |at| format!("{:.1}px", at.y));
    view! {
        <div
            class="connection-handle"
            class:idle=is_idle
            data-end=side
            aria-hidden="true"
            title=words::reconnect_hint()
            style:left=left
            style:top=top
            on:pointerdown=move |event: PointerEvent| {
                if event.button() == 0 {
                    event.prevent_default();
                    pointer::down_on_end(canvas, &event, from.clone(), moved.clone(), start);
                }
            }
        ></div>
    }
}

/// The point on a route at a distance from its start, but not beyond a third of it.
fn inside(route: &[Point], distance: f64) -> Point {
    let steps = || route.iter().zip(route.iter().skip(1));
    let length = |(from, to): (&Point, &Point)| (to.x - from.x).hypot(to.y - from.y);
    let mut rest = distance.min(steps().map(length).sum::<f64>() / 3.0);
    for (from, to) in steps() {
        let long = length((from, to));
        if rest <= long && long > 0.0 {
            let part = rest / long;
            return Point { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
        }
        rest -= long;
    }
    route.first().copied().unwrap_or_default()
}
