//! The button that opens files, and the dialog that asks how to open an archive.

use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::HtmlInputElement;

use crate::gestures::import::{add, created, has_folder, import_later, open_separately};
use crate::state::canvas::Canvas;
use crate::state::question::Import;
use crate::storage::drafts::Drafts;
use crate::words::files as words;

/// Asks how to import files, and lists the ones that were left out.
#[component]
pub fn ImportDialog(title: String, imports: Vec<Import>) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let drafts = expect_context::<Drafts>();
    let editor = canvas.editor;
    // The paths in the folder of the archive, as they are in the catalog.
    let here: Vec<bool> = {
        let analysis = editor.analysis.get_untracked();
        let files = imports.iter().filter(|import| import.is_bundle).flat_map(|import| created(&import.change));
        let is_same = |(path, text): (&FilePath, &String)| {
            let path = FilePath::new(path.as_str().split_once('/')?.1)?;
            analysis.file(&path).map(|file| *file.text == **text)
        };
        files.filter_map(is_same).collect()
    };
    let same = here.iter().filter(|same| **same).count();
    let others = here.len() - same;
    let note = |count: usize, words: fn(usize) -> String| {
        (count > 0).then(|| view! { <p class="dialog-text" data-here>{words(count)}</p> })
    };
    let names: Vec<String> =
        imports.iter().flat_map(|import| created(&import.change)).map(|(path, _)| path.to_string()).collect();
    let says = if has_folder(editor) { words::to_be_written } else { words::to_be_added };
    let left_out: Vec<_> = imports.iter().flat_map(|import| import.left_out.clone()).collect();
    let imports = StoredValue::new(imports);
    let copy = move |_| {
        canvas.answer();
        imports.with_value(|imports| imports.iter().for_each(|import| add(editor, import)));
    };
    let alone = move |_| {
        canvas.answer();
        if !editor.is_changed() || window().confirm_with_message(words::open_another()).unwrap_or(false) {
            spawn_local(open_separately(editor, editor.begin_opening(), drafts, imports.get_value()));
        }
    };
    Effect::new(|_| crate::browser::dom::focus_on(".dialog .go-on"));
    let list = (!left_out.is_empty()).then(|| {
        let items = left_out.into_iter().map(|found| view! { <li>{found}</li> }).collect_view();
        view! { <p class="dialog-text">{words::skipped()}</p><ul class="dialog-list">{items}</ul> }
    });
    view! {
        <p class="dialog-title">{title}</p>
        <p class="dialog-text">{says(names.len())}</p>
        <pre class="dialog-files" tabindex="0">{names.join("\n")}</pre>
        {note(same, words::same_here)}
        {note(others, words::others_here)}
        {list}
        <div class="dialog-buttons">
            <button type="button" class="tool" data-way="cancel" on:click=move |_| canvas.answer()>{crate::words::file_actions::cancel()}</button>
            {(!editor.host.is_present).then(|| view! { <button type="button" class="tool" data-way="alone" title=words::alone_hint() on:click=alone>{words::alone()}</button> })}
            <button type="button" class="tool primary go-on" data-way="copy" title=words::copy_in_hint() on:click=copy>{words::copy_in()}</button>
        </div>
    }
}

/// The button to choose files.
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
        import_later(canvas, input.files(), None);
        // Allows choosing the same file again.
        input.set_value("");
    };
    view! {
        <button type="button" class="mini" id="open-files-button" title=words::open_hint() on:click=ask>{words::open()}</button>
        <input type="file" class="hidden" id="open-files" tabindex="-1" aria-hidden="true" multiple accept=ACCEPTED node_ref=input on:change=chosen />
    }
}

/// The accepted file types.
pub const ACCEPTED: &str = ".yaml,.yml,.tosca,.json,.csv,.zip,.csar,.tgz,.gz,.svg";
