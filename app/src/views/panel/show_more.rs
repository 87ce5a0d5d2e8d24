//! The end of a partial list: the number of the remaining items, and a button to show more.

use leptos::prelude::*;

use crate::words::preview as words;

/// Each click shows `page` more of `total` things, of which `limit` are visible.
#[component]
pub fn More(
    #[prop(into)] total: Signal<usize>,
    limit: RwSignal<usize>,
    page: usize,
    /// The name of the remaining items, if it is not obvious.
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
