//! The overlays of a gesture in progress: the connection, the selection rectangle.

use leptos::prelude::*;

use crate::model::hit::between;
use crate::state::canvas::Canvas;
use crate::state::gesture::Gesture;
use crate::views::canvas::connections::curve;
use crate::views::message::message;

#[component]
pub fn Overlay() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    move || match canvas.gesture.get() {
        Gesture::Connect { start, to, verdict, forward, .. } => {
            let (start, end) = if forward { (start, to) } else { (to, start) };
            let class = match &verdict {
                Some(Ok(())) => "connection-drawn accepts",
                Some(Err(_)) => "connection-drawn refuses",
                None => "connection-drawn",
            };
            view! { <path class=class d=curve(start, end) fill="none" /> }.into_any()
        }
        Gesture::Move { guides, .. } => {
            let lines = guides.into_iter().map(|guide| {
                view! { <line class="guide" x1=guide.from.x y1=guide.from.y x2=guide.to.x y2=guide.to.y /> }
            });
            lines.collect_view().into_any()
        }
        Gesture::Area { from, to } => {
            let area = between(from, to);
            view! { <rect class="area" x=area.x y=area.y width=area.width height=area.height /> }.into_any()
        }
        _ => ().into_any(),
    }
}

/// Why the connection cannot end here, next to the pointer and independent of the zoom.
#[component]
pub fn Refusal() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let said = Memo::new(move |_| {
        canvas.gesture.with(|gesture| match gesture {
            Gesture::Connect { to, verdict: Some(Err(why)), .. }
            | Gesture::Move { to, into: Some((_, Err(why))), .. } => Some((*to, why.clone())),
            _ => None,
        })
    });
    move || {
        said.get().map(|(to, why)| {
            let at = canvas.camera.get().to_screen(to);
            let (width, height) = canvas.size.get();
            // On the side of the pointer with more space.
            let translate = format!(
                "{} {}",
                if at.x > width / 2.0 { "calc(-100% - 14px)" } else { "14px" },
                if at.y > height / 2.0 { "calc(-100% - 14px)" } else { "14px" },
            );
            view! {
                <p class="connection-refusal" style:left=format!("{:.0}px", at.x) style:top=format!("{:.0}px", at.y) style:translate=translate>{message(&why)}</p>
            }
        })
    }
}
