//! The zoom buttons of a diagram.

use leptos::prelude::*;

use crate::model::camera::Camera;
use crate::state::keys::{self, Action};
use crate::views::icons::{Icon, icon};
use crate::words::canvas as words;

/// The zoom of a diagram, and buttons to change it.
#[component]
pub fn ZoomBar(
    camera: RwSignal<Camera>,
    zoom_by: Callback<f64>,
    fit: Callback<()>,
    /// The content before it.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let percent = move || words::percent(camera.get().zoom * 100.0);
    view! {
        <div class="canvas-bar" role="toolbar" aria-label=crate::words::shortcuts::view()>
            {children.map(|children| children())}
            <button type="button" title=keys::hint(crate::words::shortcuts::zoom_out(), Action::ZoomOut) aria-label=crate::words::shortcuts::zoom_out() on:click=move |_| zoom_by.run(1.0 / 1.25)>"−"</button>
            <button type="button" class="canvas-percent" title=keys::hint(crate::words::shortcuts::actual_size(), Action::ActualSize) on:click=move |_| zoom_by.run(1.0 / camera.get_untracked().zoom)>
                {percent}
            </button>
            <button type="button" title=keys::hint(crate::words::shortcuts::zoom_in(), Action::ZoomIn) aria-label=crate::words::shortcuts::zoom_in() on:click=move |_| zoom_by.run(1.25)>"+"</button>
            <button type="button" title=keys::hint(crate::words::shortcuts::zoom_to_fit(), Action::Fit) aria-label=words::fit() on:click=move |_| fit.run(())>{icon(Icon::Fit)}</button>
        </div>
    }
}
