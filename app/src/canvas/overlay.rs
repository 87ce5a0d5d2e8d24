//! What a gesture shows while it lasts: the wire that is drawn, the area that is selected.

use leptos::prelude::*;

use crate::canvas::Canvas;
use crate::canvas::gesture::Gesture;
use crate::canvas::hit::between;
use crate::canvas::wires::curve;

#[component]
pub fn Overlay() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    move || match canvas.gesture.get() {
        Gesture::Wire { start, to, verdict, forward, .. } => {
            let (start, end) = if forward { (start, to) } else { (to, start) };
            let class = match &verdict {
                Some(Ok(())) => "wire-drawn accepts",
                Some(Err(_)) => "wire-drawn refuses",
                None => "wire-drawn",
            };
            let why = verdict.and_then(Result::err).map(|why| {
                view! { <text class="wire-why" x=to.x + 12.0 y=to.y - 12.0>{why}</text> }
            });
            view! { <path class=class d=curve(start, end) fill="none" />{why} }.into_any()
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
