//! The differences from an earlier text: rings around boxes and removed boxes over the diagram, lines of connections
//! below its boxes. A sign on each box says how it differs, besides its color.

use std::sync::Arc;

use descriptorium_core::scene::shape::number;
use leptos::prelude::*;

use crate::model::comparison::{BoxDifference, Comparison, Difference};
use crate::state::canvas::Canvas;
use crate::state::gesture::Gesture;

/// The radius of the sign of a difference, in CSS pixels.
const SIGN: f64 = 9.0;

/// The differences. None while boxes are dragged: they would leave their rings behind.
fn compared(canvas: Canvas) -> Option<Arc<Comparison>> {
    let is_dragged = canvas.gesture.with(|gesture| matches!(gesture, Gesture::Move { .. }));
    canvas.compared.get().filter(|_| !is_dragged)
}

/// The lines of connections that differ, within the diagram.
#[component]
pub fn DifferingLines() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    move || {
        compared(canvas).map(|compared| {
            let line = |of: Difference| {
                let lines = compared.connections.iter().filter(|(found, _)| *found == of);
                let line: String = lines.map(|(_, line)| line.as_str()).collect();
                let class = format!("differs {}", of.class());
                (!line.is_empty()).then(|| view! { <path class=class d=line fill="none" /> })
            };
            Difference::ALL.map(line).collect_view()
        })
    }
}

/// The boxes that differ, over the diagram.
#[component]
pub fn Differences() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let pixel = Memo::new(move |_| canvas.level.get().pixel);
    let boxes =
        move || compared(canvas).map(|compared| compared.boxes.iter().map(|found| of_box(found, pixel)).collect_view());
    view! {
        <Show when=move || canvas.compared.with(Option::is_some)>
            <svg
                class="canvas-diagram differences"
                width="1"
                height="1"
                aria-hidden="true"
                style:transform=move || canvas.camera.get().transform()
                style=("--pixel", move || format!("{:.4}", pixel.get()))
            >
                {boxes}
            </svg>
        </Show>
    }
}

fn of_box(found: &BoxDifference, pixel: Memo<f64>) -> impl IntoView + use<> {
    let BoxDifference { rect, label, difference, .. } = found.clone();
    let name = (difference == Difference::Removed).then(|| {
        let middle = number(rect.height / 2.0);
        view! { <text class="differs-name" x=number(rect.width / 2.0) y=middle text-anchor="middle" dominant-baseline="middle">{label}</text> }
    });
    let transform = format!("translate({:.1} {:.1})", rect.x, rect.y);
    let class = format!("differs {}", difference.class());
    let sign = move || format!("scale({:.4})", pixel.get());
    view! {
        <g class=class transform=transform data-differs=found.path.to_string()>
            <rect width=number(rect.width) height=number(rect.height) rx="9" />
            {name}
            <g class="differs-sign" transform=sign>
                <circle r=number(SIGN) />
                <text text-anchor="middle" dominant-baseline="central">{difference.sign()}</text>
            </g>
        </g>
    }
}
