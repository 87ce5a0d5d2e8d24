//! Files that were changed both here and on disk.

use std::sync::Arc;

use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::model::disk::SavedText;
use crate::model::text_diff::merge;
use crate::state::editor::Editor;
use crate::storage::server::{Resolution, resolve_conflict};
use crate::views::diff::DiffView;
use crate::views::lazy::when_loaded;
use crate::words::{file_actions, host, shell as words};

pub fn conflict(path: FilePath) -> AnyView {
    view! { <Conflict path=path /> }.into_any()
}

/// The files with conflicts, and the ways to resolve them.
#[component]
pub fn Conflicts() -> impl IntoView {
    let editor = Editor::expect();
    view! {
        <For each=move || editor.conflicts.with(|conflicts| conflicts.keys().cloned().collect::<Vec<_>>()) key=FilePath::clone children=move |path| when_loaded(move |views| (views.conflict)(path.clone())) />
    }
}

#[component]
pub fn Conflict(path: FilePath) -> impl IntoView {
    let editor = Editor::expect();
    let path = StoredValue::new(path);
    // The versions: on disk when the file was opened, on disk now, and here.
    let base = Signal::derive(move || {
        editor
            .saved
            .with(|saved| path.with_value(|path| saved.get(path).map(|saved| saved.text.to_string())))
            .unwrap_or_default()
    });
    let here = Signal::derive(move || {
        let analysis = editor.analysis.get();
        path.with_value(|path| analysis.file(path).map(|file| file.text.to_string())).unwrap_or_default()
    });
    let disk = Memo::new(move |_| {
        let there = |there: &Option<SavedText>| there.as_ref().map(|there| Arc::clone(&there.text));
        editor.conflicts.with(|conflicts| path.with_value(|path| conflicts.get(path).and_then(there)))
    });
    let there = Signal::derive(move || disk.get().map(|text| text.to_string()).unwrap_or_default());
    let is_gone = Memo::new(move |_| path.with_value(|path| editor.analysis.get().file(path).is_none()));
    let can_merge = Memo::new(move |_| {
        !is_gone.get()
            && disk.with(|disk| disk.as_ref().is_some_and(|disk| merge(&base.get(), &here.get(), disk).is_some()))
    });
    let is_open = RwSignal::new(false);
    let compare = move |_| is_open.update(|is_open| *is_open = !*is_open);
    let is_changed = Memo::new(move |_| path.with_value(|path| editor.is_dirty(path)));
    let has_host = editor.host.is_present;
    let says = move || match disk.with(Option::is_some) {
        _ if !is_changed.get() && has_host => host::conflict_undone(),
        _ if !is_changed.get() => words::conflict_undone(),
        _ if is_gone.get() => file_actions::conflict_deleted(),
        true if has_host => host::conflict(),
        true => words::conflict(),
        false if has_host => host::conflict_gone(),
        false => words::conflict_gone(),
    };
    let (their_side, take_theirs, merge_hint) = match has_host {
        true => (host::their_side(), host::take_theirs(), host::merge_hint()),
        false => (words::disk_side(), words::take_theirs(), words::merge_hint()),
    };
    let resolve = move |resolution: Resolution| {
        spawn_local(async move {
            let path = path.get_value();
            if let Err(why) = resolve_conflict(editor, &path, resolution).await {
                editor.fail(&words::not_done(&format!("{path}: {why}")));
            }
        });
    };
    let why = move || {
        if can_merge.get() { merge_hint } else { words::same_lines() }
    };
    view! {
        <div class="conflict-with" data-conflict=path.get_value().to_string()>
            <div class="conflict" role="alert">
                <span class="conflict-text"><strong>{path.get_value().to_string()}</strong>{says}</span>
                <button type="button" class="tool" data-way="compare" aria-expanded=move || is_open.get().to_string() on:click=compare>{words::compare()}</button>
                <button type="button" class="tool" data-way="merge" title=why disabled=move || !can_merge.get() on:click=move |_| resolve(Resolution::Merge)>{words::merge_both()}</button>
                <button type="button" class="tool" data-way="theirs" title=words::undo_has_yours() on:click=move |_| resolve(Resolution::TakeTheirs)>{move || if disk.with(Option::is_some) { take_theirs } else { words::delete_here() }}</button>
                <button type="button" class="tool" data-way="ours" on:click=move |_| resolve(Resolution::WriteOurs)>{move || if is_gone.get() { file_actions::delete_anyway() } else { words::overwrite() }}</button>
            </div>
            <Show when=move || is_open.get()>
                <div class="three-way" role="region" aria-label=words::each_side()>
                    <section><h2>{their_side}</h2><DiffView before=base after=there label=their_side /></section>
                    <section><h2>{words::our_side()}</h2><DiffView before=base after=here label=words::our_side() /></section>
                </div>
            </Show>
        </div>
    }
}
