//! The dialog of unsaved changes, by file and line; each change can be reverted.

use descriptorium_core::edit::{Change, TextEdit};
use descriptorium_core::text::FilePath;
use leptos::prelude::*;

use crate::state::editor::Editor;
use crate::views::diff::DiffView;
use crate::views::lazy::when_loaded;
use crate::words::files as words;
use crate::words::shell;

pub fn changes() -> AnyView {
    view! { <Changed /> }.into_any()
}

#[component]
fn Changed() -> impl IntoView {
    let editor = Editor::expect();
    let files = editor.dirty;
    let is_there = move |path: &FilePath| editor.analysis.get_untracked().file(path).is_some();
    // If the open file has no changes, the user means another one.
    let open = editor.file.get_untracked();
    let changed = files.get_untracked();
    if !open.is_some_and(|open| changed.contains(&open))
        && let Some(first) = changed.iter().find(|path| is_there(path))
    {
        editor.show(first);
    }
    let before = Signal::derive(move || {
        let of = |path| editor.saved.with(|saved| saved.get(&path).map(|saved| saved.text.to_string()));
        editor.file.get().and_then(of).unwrap_or_default()
    });
    let after = Signal::derive(move || {
        let analysis = editor.analysis.get();
        editor.file.get().and_then(|path| analysis.file(&path).map(|file| file.text.to_string())).unwrap_or_default()
    });
    let revert = Callback::new(move |edit: TextEdit| {
        if let Some(path) = editor.file.get_untracked() {
            editor.apply(&Change::of_file(words::revert_step(path.as_str()), path, edit));
        }
    });
    let chip = move |path: FilePath| {
        let (this, name) = (path.clone(), path.to_string());
        let asked = path.clone();
        let is_gone = Memo::new(move |_| editor.analysis.with(|analysis| analysis.file(&asked).is_none()));
        let data = name.clone();
        let is_open = move || editor.file.with(|open| open.as_ref() == Some(&this)).to_string();
        view! { <li><button type="button" class="chip" class:gone=is_gone data-changed=data aria-pressed=is_open disabled=is_gone on:click=move |_| editor.show(&path)>{name}</button></li> }
    };
    view! {
        <Show when=move || { files.with(Vec::len) > 1 }>
            <ul class="changed-files" aria-label=words::changed_files()>
                <For each=move || files.get() key=FilePath::clone children=chip />
            </ul>
        </Show>
        <Show when=move || !files.with(Vec::is_empty) fallback=|| view! { <p class="empty" role="status">{words::all_saved()}</p> }>
            // Each file is shown without expanded gaps, since these belong to another file.
            <For each=move || editor.file.get() key=FilePath::clone children=move |_| view! {
                <DiffView before=before after=after label=shell::not_saved_yet() revert=revert />
            } />
        </Show>
    }
}

/// Whether the unsaved changes are shown.
#[derive(Clone, Copy)]
pub struct Changes(pub RwSignal<bool>);

/// The unsaved changes, compared with the files on disk.
#[component]
pub fn UnsavedChanges() -> impl IntoView {
    let Changes(is_open) = expect_context::<Changes>();
    view! {
        <Show when=move || is_open.get()>
            <section class="references" aria-label=shell::unsaved_changes() data-changes>
                <div class="references-head">
                    <span>{shell::not_saved_yet()}</span>
                    <button type="button" class="mini" on:click=move |_| is_open.set(false)>{shell::close()}</button>
                </div>
                {when_loaded(|views| (views.unsaved)())}
            </section>
        </Show>
    }
}
