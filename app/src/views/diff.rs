//! The differences of two texts by line, and the merge of two changes of one text.

use descriptorium_core::edit::TextEdit;
use descriptorium_core::sorted_map::SortedSet;
use leptos::prelude::*;

use crate::browser::dom::{focus_in_place_of, focus_on};
use crate::model::text_diff::shown;
use crate::model::text_diff::{Line, reverted};
use crate::words::files as words;

/// The maximum number of lines.
const SHOWN: usize = 2_000;

/// The change from one text to another, as lines; `revert` reverts one of its changes, if possible.
#[component]
pub fn DiffView(
    #[prop(into)] before: Signal<String>,
    #[prop(into)] after: Signal<String>,
    #[prop(into)] label: String,
    #[prop(optional)] revert: Option<Callback<TextEdit>>,
) -> impl IntoView {
    let unfolded = RwSignal::new(SortedSet::new());
    let rows = Memo::new(move |_| {
        before.with(|before| after.with(|after| unfolded.with(|unfolded| shown(before, after, unfolded))))
    });
    let more = move || rows.with(Vec::len).saturating_sub(SHOWN);
    let take_back = move |number: usize| {
        let edit = before.with_untracked(|before| after.with_untracked(|after| reverted(before, after, number)));
        if let (Some(edit), Some(revert)) = (edit, revert) {
            revert.run(edit);
            // The focus moves to the next change, the previous one, or the note that there is none left.
            request_animation_frame(move || {
                let change = |number: usize| focus_on(&format!("[data-changes] [data-revert='{number}']"));
                let _ = change(number)
                    || number > 0 && change(number - 1)
                    || focus_on("[data-changes] .diff")
                    || focus_on("[data-changes] button");
            });
        }
    };
    let list = move || {
        let rows = rows.get().into_iter().take(SHOWN).map(|line| {
            let (class, sign, number, text) = match line {
                Line::Change(number) => {
                    let button = revert.map(|_| {
                        view! { <button type="button" class="mini" data-revert=number title=words::revert_hint() on:click=move |_| take_back(number)>{words::revert()}</button> }
                    });
                    return button.map(|button| view! { <div class="diff-change">{button}</div> }.into_any());
                }
                Line::Gap(gap) => {
                    let (start, count) = (gap.start, gap.len());
                    let unfold = move |event: web_sys::MouseEvent| {
                        focus_in_place_of(&event_target(&event));
                        unfolded.update(|unfolded| {
                            unfolded.insert(start);
                        });
                    };
                    return Some(view! { <button type="button" class="diff-gap" title=words::show_lines() on:click=unfold>{words::lines(count)}</button> }.into_any());
                }
                Line::Same(number, text) => ("diff-same", " ", number, text),
                Line::Removed(number, text) => ("diff-removed", "−", number, text),
                Line::Added(number, text) => ("diff-added", "+", number, text),
            };
            // The style sheet renders the number, so that it is not part of copied lines.
            Some(view! { <div class=class data-line=number><span class="diff-sign">{sign}</span>{text}</div> }.into_any())
        });
        rows.flatten().collect_view()
    };
    view! {
        <div class="diff" role="region" aria-label=label tabindex="0">
            <Show when=move || rows.with(Vec::is_empty)><p class="empty">{words::no_differences()}</p></Show>
            {list}
            <Show when=move || { more() > 0 }><p class="empty">{move || words::lines_more(more())}</p></Show>
        </div>
    }
}
