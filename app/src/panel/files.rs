//! The files of the workspace, by folder, with what is wrong in them and what is not saved.

use std::collections::BTreeMap;

use descriptorium_core::diagnostic::Severity;
use descriptorium_core::language::Language;
use descriptorium_core::text::FilePath;
use leptos::prelude::*;

use crate::begin::{FolderButton, NewButton};
use crate::editor::Editor;
use crate::open::OpenButton;
use crate::words::files as words;

#[component]
pub fn Files() -> impl IntoView {
    let editor = Editor::expect();
    let folders = Memo::new(move |_| {
        let analysis = editor.analysis.get();
        let mut folders: BTreeMap<String, Vec<FilePath>> = BTreeMap::new();
        for file in analysis.workspace().files() {
            folders.entry(file.path.folder().to_owned()).or_default().push(file.path.clone());
        }
        folders.into_iter().collect::<Vec<_>>()
    });
    let empty = move || folders.with(Vec::is_empty);
    view! {
        <section class="panel files" aria-label=words::files()>
            <div class="panel-head"><h2 class="panel-title">{words::files()}</h2><div class="panel-tools"><NewButton /><OpenButton /><FolderButton /></div></div>
            <div class="panel-body">
                <Show when=empty>
                    <p class="empty">{words::no_files()}</p>
                </Show>
                <For each=move || folders.get() key=|(folder, files)| (folder.clone(), files.clone()) children=move |(folder, files)| {
                    view! { <Folder name=folder files=files /> }
                } />
            </div>
        </section>
    }
}

#[component]
fn Folder(name: String, files: Vec<FilePath>) -> impl IntoView {
    let heading = (!name.is_empty()).then(|| view! { <h3 class="folder">{name}</h3> });
    view! {
        {heading}
        <ul class="file-list">
            {files.into_iter().map(|path| view! { <FileRow path=path /> }).collect_view()}
        </ul>
    }
}

#[component]
fn FileRow(path: FilePath) -> impl IntoView {
    let editor = Editor::expect();
    let (opened, current, dirty, counted, kinded) =
        (path.clone(), path.clone(), path.clone(), path.clone(), path.clone());
    let is_current = Memo::new(move |_| editor.file.with(|file| file.as_ref() == Some(&current)));
    let is_dirty = Memo::new(move |_| editor.is_dirty(&dirty));
    let worst = Memo::new(move |_| {
        let analysis = editor.analysis.get();
        let found = analysis.diagnostics(&counted);
        let count = |severity| found.iter().filter(|diagnostic| diagnostic.severity == severity).count();
        (count(Severity::Error), count(Severity::Warning))
    });
    let kind = Memo::new(move |_| {
        let analysis = editor.analysis.get();
        analysis.file(&kinded).and_then(|file| file.language).map_or("other", kind_class)
    });
    let name = path.name().to_owned();
    let mark = move || match worst.get() {
        (0, 0) => None,
        (0, warnings) => {
            Some(view! { <span class="count warning" title=words::warnings()>{warnings}</span> }.into_any())
        }
        (errors, _) => Some(view! { <span class="count error" title=words::errors()>{errors}</span> }.into_any()),
    };
    view! {
        <li>
            <button
                type="button"
                class="file"
                class:current=move || is_current.get()
                data-file=path.to_string()
                aria-current=move || is_current.get().then_some("true")
                on:click=move |_| editor.show(&opened)
            >
                <span class=move || format!("file-kind {}", kind.get()) aria-hidden="true"></span>
                <span class="file-name">{name}</span>
                <Show when=move || is_dirty.get()>
                    <span class="dirty" title=words::not_saved() aria-label=words::not_saved()>"●"</span>
                </Show>
                {mark}
            </button>
        </li>
    }
}

fn kind_class(language: Language) -> &'static str {
    match language {
        Language::Assembly => "assembly",
        Language::Resource => "resource",
        Language::Tosca | Language::Asd | Language::Homing => "descriptor",
    }
}
