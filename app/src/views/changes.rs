//! The dialog of changes, by file and line: unsaved ones, or all since the last commit. Each can be reverted.

use std::sync::Arc;

use descriptorium_core::edit::{Change, TextEdit};
use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::model::comparison::{Comparison, Difference};
use crate::model::disk;
use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::storage::server::{self, Committed};
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
    // Without one, the texts are compared with the files on disk.
    let committed = RwSignal::new(None::<Committed>);
    let files = Memo::new(move |_| {
        committed.with(|committed| match committed {
            Some(Committed { files, .. }) => disk::dirty(&editor.analysis.get(), files),
            None => editor.dirty.get(),
        })
    });
    let is_there = move |path: &FilePath| editor.analysis.get_untracked().file(path).is_some();
    let show_changed = move || {
        // If the open file has no changes, the user means another one.
        let open = editor.file.get_untracked();
        let changed = files.get_untracked();
        if !open.is_some_and(|open| changed.contains(&open))
            && let Some(first) = changed.iter().find(|path| is_there(path))
        {
            editor.show(first);
        }
    };
    show_changed();
    let compare_with_commit = move || {
        spawn_local(async move {
            match server::committed(editor).await {
                // The dialog may be closed by now.
                Ok(found) => {
                    if committed.try_set(Some(found)).is_none() {
                        show_changed();
                    }
                }
                Err(why) => {
                    editor.fail(&shell::not_compared(&why));
                    // Shows the choice that is still in effect.
                    let _ = committed.try_set(None);
                }
            }
        });
    };
    let has_commits = untrack(|| editor.has_commits());
    if has_commits && files.with_untracked(Vec::is_empty) {
        compare_with_commit();
    }
    let before = Signal::derive(move || {
        let Some(path) = editor.file.get() else { return String::new() };
        let text = |files: &disk::Disk| files.get(&path).map(|there| there.text.to_string()).unwrap_or_default();
        committed.with(|committed| match committed {
            Some(Committed { files, .. }) => text(files),
            None => editor.saved.with(text),
        })
    });
    let after = Signal::derive(move || {
        let analysis = editor.analysis.get();
        editor.file.get().and_then(|path| analysis.file(&path).map(|file| file.text.to_string())).unwrap_or_default()
    });
    let choice = move || {
        let base = move || if committed.with(Option::is_some) { "commit" } else { "disk" };
        let name = move || {
            committed.with(|committed| match committed {
                Some(Committed { commit, .. }) => shell::commit(commit),
                None => shell::last_commit().to_owned(),
            })
        };
        let choose = move |event: web_sys::Event| match event_target_value(&event).as_str() {
            "commit" => compare_with_commit(),
            _ => {
                committed.set(None);
                show_changed();
            }
        };
        view! {
            <label class="changes-base">
                {shell::compared_with()}
                <select data-changes-base prop:value=base on:change=choose>
                    <option value="disk">{shell::saved_files()}</option>
                    <option value="commit">{name}</option>
                </select>
            </label>
        }
    };
    let canvas = expect_context::<Canvas>();
    Effect::new(move |_| {
        let (path, analysis, text) = (editor.file.get(), editor.drawn.get(), before.get());
        let view = editor.scene.get();
        let found = path.and_then(|path| Comparison::of(&analysis, &path, &view, &text));
        canvas.compared.set(found.map(Arc::new));
    });
    on_cleanup(move || canvas.compared.set(None));
    let key = move || {
        canvas.compared.get().map(|compared| {
            let counts = Difference::ALL.map(|of| {
                let text = match (of, compared.count(of)) {
                    (_, 0) => return None,
                    (Difference::Added, count) => shell::n_added(count),
                    (Difference::Changed, count) => shell::n_changed(count),
                    (Difference::Removed, count) => shell::n_removed(count),
                };
                Some(view! { <span class=of.class()><b aria-hidden="true">{of.sign()}</b>{text}</span> })
            });
            view! { <p class="differs-key">{shell::on_the_canvas()}{counts.collect_view()}</p> }
        })
    };
    let none = move || {
        committed.with(|committed| match committed {
            Some(Committed { commit, .. }) => shell::as_in_commit(commit),
            None => words::all_saved().to_owned(),
        })
    };
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
        {has_commits.then_some(choice)}
        {key}
        <Show when=move || { files.with(Vec::len) > 1 }>
            <ul class="changed-files" aria-label=words::changed_files()>
                <For each=move || files.get() key=FilePath::clone children=chip />
            </ul>
        </Show>
        <Show when=move || !files.with(Vec::is_empty) fallback=move || view! { <p class="empty" role="status">{none}</p> }>
            // Each file is shown without expanded gaps, since these belong to another file.
            <For each=move || editor.file.get() key=FilePath::clone children=move |_| view! {
                <DiffView before=before after=after label=shell::changes() revert=revert />
            } />
        </Show>
    }
}

/// Whether the changes are shown.
#[derive(Clone, Copy)]
pub struct Changes(pub RwSignal<bool>);

/// The changes, compared with the files on disk or in the last commit.
#[component]
pub fn ChangedFiles() -> impl IntoView {
    let Changes(is_open) = expect_context::<Changes>();
    view! {
        <Show when=move || is_open.get()>
            <section class="references" aria-label=shell::changes_hint() data-changes>
                <div class="references-head">
                    <span>{shell::changes()}</span>
                    <button type="button" class="mini" on:click=move |_| is_open.set(false)>{shell::close()}</button>
                </div>
                {when_loaded(|views| (views.unsaved)())}
            </section>
        </Show>
    }
}
