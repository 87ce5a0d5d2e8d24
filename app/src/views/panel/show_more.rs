//! The end of a list that is shown in part: how much is left, and the way to it.

use leptos::prelude::*;

use crate::words::preview as words;

/// Shows `page` more of `total` things, of which `limit` are shown, for each press.
#[component]
pub fn More(
    #[prop(into)] total: Signal<usize>,
    limit: RwSignal<usize>,
    page: usize,
    /// What is left, where that is not plain.
    #[prop(default = "")]
    what: &'static str,
) -> impl IntoView {
    let left = Memo::new(move |_| total.get().saturating_sub(limit.get()));
    view! {
        <Show when=move || { left.get() > 0 }>
            <button type="button" class="mini" on:click=move |_| limit.update(|limit| *limit += page)>
                {move || words::show_more(left.get(), what)}
            </button>
        </Show>
    }
}
