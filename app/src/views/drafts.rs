//! Offers to restore unsaved work.

use descriptorium_core::text::FilePath;
use leptos::prelude::*;

use crate::storage::drafts::{Draft, Kept};
use crate::views::lazy::when_loaded;
use crate::words::files as words;
use crate::words::language::Language;

/// What was left unsaved the last time, and that nothing can be kept if that is so.
#[component]
pub fn Recovered() -> impl IntoView {
    let kept = expect_context::<Kept>();
    view! {
        <For each=move || kept.offered.get() key=Draft::key children=move |draft| when_loaded(move |views| (views.draft)(draft.clone())) />
        {move || kept.refused.get().map(|why| view! {
            <div class="conflict notice-bar" role="status" data-kept="refused">
                <span class="conflict-text">{words::nothing_kept()}{why}</span>
            </div>
        })}
    }
}

pub fn offer(draft: Draft) -> AnyView {
    view! { <Offer draft=draft /> }.into_any()
}

#[component]
pub fn Offer(draft: Draft) -> impl IntoView {
    let kept = expect_context::<Kept>();
    let count = draft.files.len();
    let names = draft.files.iter().take(NAMED).map(|file| file.path.clone()).collect::<Vec<_>>().join(", ");
    let rest = if count > NAMED { words::and_more(count - NAMED) } else { String::new() };
    let when = js_sys::Date::new(&draft.time.into()).to_locale_string(Language::now().tag(), &js_sys::Object::new());
    let (taken, left) = (draft.clone(), draft);
    let take = move |_| {
        kept.take_up(&taken);
        let analysis = kept.editor.analysis.get_untracked();
        let mut paths = taken.files.iter().filter_map(|file| FilePath::new(&file.path));
        if let Some(first) = paths.find(|path| analysis.file(path).is_some()) {
            kept.editor.show(&first);
        }
    };
    view! {
        <div class="conflict offer-bar" role="alert" data-kept="offer">
            <span class="conflict-text">{words::work_not_saved(&String::from(when))}<strong>{names}{rest}</strong></span>
            <button type="button" class="tool primary" data-way="take-up" title=words::take_up_hint() on:click=take>{words::take_up()}</button>
            <button type="button" class="tool" data-way="discard" on:click=move |_| kept.leave(&left, false)>{words::discard()}</button>
        </div>
    }
}

/// How many files an offer names; the rest is counted.
pub const NAMED: usize = 4;
