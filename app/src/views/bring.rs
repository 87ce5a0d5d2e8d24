//! The button that opens files, and the dialog that asks how to open an archive.

use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::HtmlInputElement;

use crate::gestures::bring_in::{add, bring_in_later, created, open_on_its_own};
use crate::state::canvas::Canvas;
use crate::state::question::Brought;
use crate::storage::drafts::Kept;
use crate::words::files as words;

/// Asks what is to become of what was brought, and says what of it was left out.
#[component]
pub fn Bring(title: String, brought: Vec<Brought>) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let kept = expect_context::<Kept>();
    let editor = canvas.editor;
    // What it has in its folder as the catalog has it.
    let here: Vec<bool> = {
        let analysis = editor.analysis.get_untracked();
        let files = brought.iter().filter(|brought| brought.is_bundle).flat_map(|brought| created(&brought.change));
        let is_same = |(path, text): (&FilePath, &String)| {
            let path = FilePath::new(path.as_str().split_once('/')?.1)?;
            analysis.file(&path).map(|file| *file.text == **text)
        };
        files.filter_map(is_same).collect()
    };
    let same = here.iter().filter(|same| **same).count();
    let others = here.len() - same;
    let told = |count: usize, words: fn(usize) -> String| {
        (count > 0).then(|| view! { <p class="dialog-text" data-here>{words(count)}</p> })
    };
    let left_out: Vec<_> = brought.iter().flat_map(|brought| brought.left_out.clone()).collect();
    let brought = StoredValue::new(brought);
    let copy = move |_| {
        canvas.answer();
        brought.with_value(|brought| brought.iter().for_each(|brought| add(editor, brought)));
    };
    let alone = move |_| {
        canvas.answer();
        if !editor.is_changed() || window().confirm_with_message(words::open_another()).unwrap_or(false) {
            spawn_local(open_on_its_own(editor, editor.begin_opening(), kept, brought.get_value()));
        }
    };
    Effect::new(|_| crate::browser::dom::focus_on(".dialog .go-on"));
    let list = (!left_out.is_empty()).then(|| {
        let items = left_out.into_iter().map(|found| view! { <li>{found}</li> }).collect_view();
        view! { <p class="dialog-text">{words::left_out_of_it()}</p><ul class="dialog-list">{items}</ul> }
    });
    view! {
        <p class="dialog-title">{title}</p>
        {told(same, words::here_the_same)}
        {told(others, words::here_as_others)}
        {list}
        <div class="dialog-buttons">
            <button type="button" class="tool" data-way="cancel" on:click=move |_| canvas.answer()>{crate::words::filing::cancel()}</button>
            <button type="button" class="tool" data-way="alone" title=words::alone_hint() on:click=alone>{words::alone()}</button>
            <button type="button" class="tool primary go-on" data-way="copy" title=words::copy_in_hint() on:click=copy>{words::copy_in()}</button>
        </div>
    }
}

/// The button that asks for files.
#[component]
pub fn OpenButton() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let input = NodeRef::<leptos::html::Input>::new();
    let ask = move |_| {
        if let Some(input) = input.get_untracked() {
            input.click();
        }
    };
    let chosen = move |event| {
        let input = event_target::<HtmlInputElement>(&event);
        bring_in_later(canvas, input.files());
        // So that the same file can be chosen again.
        input.set_value("");
    };
    view! {
        <button type="button" class="mini" id="open-files-button" title=words::open_hint() on:click=ask>{words::open()}</button>
        <input type="file" class="hidden" id="open-files" tabindex="-1" aria-hidden="true" multiple accept=ACCEPTED node_ref=input on:change=chosen />
    }
}

/// What can be chosen.
pub const ACCEPTED: &str = ".yaml,.yml,.tosca,.json,.zip,.csar,.tgz,.gz,.svg";
