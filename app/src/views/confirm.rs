//! A dialog that asks for confirmation.

use leptos::prelude::*;

use crate::state::canvas::Canvas;
use crate::views::message::message;
use crate::words::file_actions;

/// Asks for confirmation; `lists` are the consequences: names of files, and messages of the core, which are English.
#[component]
pub fn ConfirmDialog(
    title: String,
    text: &'static str,
    lists: Vec<(&'static str, Vec<String>)>,
    verb: &'static str,
    danger: bool,
    go: Callback<()>,
) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let click = move |_| {
        canvas.answer();
        go.run(());
    };
    Effect::new(|_| crate::browser::dom::focus_on(".dialog .go-on"));
    let list = |(title, things): (&'static str, Vec<String>)| {
        let items = things.iter().map(|thing| view! { <li>{message(thing)}</li> }).collect_view();
        (!things.is_empty())
            .then(|| view! { <p class="dialog-text">{title}</p><ul class="dialog-list" lang="en">{items}</ul> })
    };
    view! {
        <p class="dialog-title">{title}</p>
        {lists.into_iter().map(list).collect_view()}
        {(!text.is_empty()).then(|| view! { <p class="dialog-text">{text}</p> })}
        <div class="dialog-buttons">
            <button type="button" class="tool" data-way="cancel" on:click=move |_| canvas.answer()>{file_actions::cancel()}</button>
            <button type="button" class="tool go-on" class:danger=danger on:click=click>{verb}</button>
        </div>
    }
}
