//! Offers to restore unsaved work.

use descriptorium_core::text::FilePath;
use leptos::prelude::*;

use crate::storage::drafts::{Draft, Drafts};
use crate::views::lazy::when_loaded;
use crate::words::files as words;
use crate::words::locale::Locale;

/// The drafts of the last visit, and a warning if drafts cannot be stored.
#[component]
pub fn DraftOffers() -> impl IntoView {
    let drafts = expect_context::<Drafts>();
    view! {
        <For each=move || drafts.offered.get() key=Draft::key children=move |draft| when_loaded(move |views| (views.draft)(draft.clone())) />
        {move || drafts.refused.get().map(|why| view! {
            <div class="conflict notice-bar" role="status" data-kept="refused">
                <span class="conflict-text">{words::nothing_kept()}{why}</span>
            </div>
        })}
    }
}

pub fn offer(draft: Draft) -> AnyView {
    view! { <DraftOffer draft=draft /> }.into_any()
}

#[component]
pub fn DraftOffer(draft: Draft) -> impl IntoView {
    let drafts = expect_context::<Drafts>();
    let count = draft.files.len();
    let names = draft.files.iter().take(NAMED).map(|file| file.path.clone()).collect::<Vec<_>>().join(", ");
    let rest = if count > NAMED { words::and_more(count - NAMED) } else { String::new() };
    let when = js_sys::Date::new(&draft.time.into()).to_locale_string(Locale::current().tag(), &js_sys::Object::new());
    // Drafts of two tabs may change the same file: the second one must not replace what was restored from the first.
    let changed: Vec<FilePath> = draft.files.iter().filter_map(|file| FilePath::new(&file.path)).collect();
    let obstacle = Memo::new(move |_| {
        drafts.editor.dirty.with(|dirty| dirty.iter().find(|path| changed.contains(path)).map(ToString::to_string))
    });
    let (taken, left) = (draft.clone(), draft);
    let take = move |_| {
        drafts.restore(&taken);
        let analysis = drafts.editor.analysis.get_untracked();
        let mut paths = taken.files.iter().filter_map(|file| FilePath::new(&file.path));
        if let Some(first) = paths.find(|path| analysis.file(path).is_some()) {
            drafts.editor.show(&first);
        }
    };
    view! {
        <div class="conflict offer-bar" role="alert" data-kept="offer">
            <span class="conflict-text">{words::unsaved_from(&String::from(when))}<strong>{names}{rest}</strong>{move || obstacle.get().map(|path| words::restored_after(&path))}</span>
            <button type="button" class="tool primary" data-way="take-up" title=words::restore_hint() disabled=move || obstacle.with(Option::is_some) on:click=take>{words::restore()}</button>
            <button type="button" class="tool" data-way="discard" on:click=move |_| drafts.dismiss(&left, false)>{words::discard()}</button>
        </div>
    }
}

/// The number of files that an offer names; the rest are counted.
pub const NAMED: usize = 4;
