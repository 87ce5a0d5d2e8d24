//! The list of fixes for the findings of a line.

use leptos::prelude::*;

use crate::state::editor::Editor;
use crate::state::text_pane::LineFix;
use crate::views::picker::{Picker, PickerItem};
use crate::words::text as words;

/// The list; `done` closes it.
#[component]
pub fn Fixes(fixes: Vec<LineFix>, done: Callback<()>) -> impl IntoView {
    let editor = Editor::expect();
    let choice = |fix: &LineFix| PickerItem {
        label: fix.change.title.clone(),
        detail: fix.finding.clone(),
        ..PickerItem::default()
    };
    let choices = fixes.iter().map(choice).collect();
    let fixes = StoredValue::new(fixes);
    let choose = move |number: usize| {
        if let Some(change) = fixes.with_value(|fixes| fixes.get(number).map(|fix| fix.change.clone())) {
            editor.apply(&change);
        }
        done.run(());
    };
    let closed = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" {
            event.prevent_default();
            done.run(());
        }
    };
    view! {
        <section class="references" aria-label=words::fixes() data-fixes on:keydown=closed>
            <Picker title=crate::words::shortcuts::fix_this_line().to_owned() nothing=String::new() choices=choices choose=choose />
        </section>
    }
}
