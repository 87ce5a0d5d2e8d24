//! Opening a folder, creating a file, empty diagrams, and the notice that nothing can be saved.

use descriptorium_core::language::Language;
use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::model::disk::FileSource;
use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::state::question::{FileQuestion, Question};
use crate::storage::download::download;
use crate::storage::drafts::Drafts;
use crate::storage::example::TITLE;
use crate::storage::folder;
use crate::storage::startup::{LastFolder, open_folder};
use crate::views::file_questions::of_intent;
use crate::views::lazy::VIEWS;
use crate::views::message::message;
use crate::words::{file_actions, files as words};

/// The button that opens a folder, if the browser supports that.
#[component]
pub fn FolderButton() -> impl IntoView {
    let editor = Editor::expect();
    let drafts = expect_context::<Drafts>();
    let before = expect_context::<LastFolder>();
    folder::is_possible().then(|| {
        let open = move |_| open_folder(editor, drafts, before, None);
        view! { <button type="button" class="mini" id="open-folder" title=words::open_folder_hint() on:click=open>{words::folder()}</button> }
    })
}

/// Asks for the kind of a new file.
#[component]
pub fn NewButton() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let ask = move |event: web_sys::MouseEvent| {
        canvas.ask(Question::File(FileQuestion::Kinds), Some(crate::browser::dom::below(&event, 0.0)));
    };
    view! { <button type="button" class="mini" id="new" aria-haspopup="dialog" title=file_actions::new_hint() on:click=ask>{words::new_file()}</button> }
}

/// The hint in an empty diagram.
#[derive(Clone, PartialEq, Debug)]
enum Emptiness {
    /// The diagram is not empty.
    None,
    Nothing,
    /// An assembly without components.
    Assembly,
    /// An intent: its descriptor, and the file of that if it is in the catalog.
    Intent(String, Option<FilePath>),
}

/// The first steps in an empty diagram.
#[component]
pub fn EmptyCanvas() -> impl IntoView {
    let editor = Editor::expect();
    let emptiness = Memo::new(move |_| {
        let (analysis, file) = (editor.drawn.get(), editor.file.get());
        let (is_empty, is_bare) = editor.scene.with(|view| {
            let boxes = &view.scene.boxes;
            (boxes.is_empty(), boxes.iter().all(|found| found.path.is_root()))
        });
        let Some(file) = file.filter(|_| is_bare) else {
            return if is_empty { Emptiness::Nothing } else { Emptiness::None };
        };
        if let Some(of) = of_intent(&analysis, &file) {
            let target = analysis.catalog().resolve_range(&of).found().map(|entry| entry.file.clone());
            return Emptiness::Intent(of.to_string(), target);
        }
        let assembly = analysis.descriptor(&file).filter(|descriptor| descriptor.composition.is_empty());
        let is_assembly =
            analysis.file(&file).is_some_and(|file| file.language.is_some_and(Language::takes_components));
        match (assembly.is_some() && is_assembly, is_empty) {
            (true, _) => Emptiness::Assembly,
            (false, true) => Emptiness::Nothing,
            (false, false) => Emptiness::None,
        }
    });
    move || match emptiness.get() {
        Emptiness::None => ().into_any(),
        Emptiness::Nothing => {
            view! { <p class="canvas-empty">{crate::words::canvas::nothing_to_draw()}</p> }.into_any()
        }
        Emptiness::Assembly => {
            view! { <p class="canvas-empty low">{crate::words::canvas::drag_first()}</p> }.into_any()
        }
        Emptiness::Intent(of, target) => {
            let intent = editor.file.get_untracked();
            let way = match target {
                Some(target) => {
                    let go = move |_| {
                        let Some(intent) = intent.clone() else { return };
                        let target = target.clone();
                        editor.when_loaded(&VIEWS, move |views| (views.preview_intent)(editor, &intent, &target));
                    };
                    view! { <button type="button" class="tool primary" data-way="preview" on:click=go>{crate::words::canvas::preview_it()}</button> }.into_any()
                }
                None => view! { <p>{crate::words::canvas::intent_of_nothing()}</p> }.into_any(),
            };
            view! { <div class="canvas-empty"><div class="canvas-says"><p>{message(&crate::words::canvas::is_intent(&of))}</p>{way}</div></div> }.into_any()
        }
    }
}

/// The notice that nothing can be saved, because the files are the example or a published catalog. It offers a folder,
/// and the one of the last visit.
#[component]
pub fn StorageNotice() -> impl IntoView {
    let editor = Editor::expect();
    let drafts = expect_context::<Drafts>();
    let before = expect_context::<LastFolder>();
    let is_nowhere = Memo::new(move |_| editor.is_source(&FileSource::Memory) || editor.is_source(&FileSource::Site));
    let is_left = RwSignal::new(false);
    let has_before = move || before.0.with(Option::is_some);
    let name = move || before.0.with(|folder| folder.as_ref().map(|folder| folder.name()).unwrap_or_default());
    let download = move |_| match editor.file.get_untracked() {
        Some(path) => download(editor, &path),
        None => editor.fail(file_actions::no_file_is_open()),
    };
    let close = move |_| {
        is_left.set(true);
        if !is_nowhere.get_untracked() {
            spawn_local(drafts.forget_folder());
        }
    };
    let text = move || {
        if !is_nowhere.get() {
            return words::was_open(&name());
        }
        let title = editor.served.with(|served| served.as_ref().map(|served| served.title.clone()));
        let open = match title.filter(|title| title != TITLE) {
            _ if editor.is_source(&FileSource::Site) => words::published_is_open().to_owned(),
            Some(title) => words::alone_is_open(&title),
            None => words::example_is_open().to_owned(),
        };
        let note = if drafts.is_refused() { words::nothing_is_sent() } else { words::kept_here() };
        format!("{open}{note}")
    };
    let again = move |_| open_folder(editor, drafts, before, before.0.get_untracked());
    view! {
        <Show when=move || (is_nowhere.get() || has_before()) && !is_left.get()>
            <div class="conflict offer-bar" role="status" data-kept="nowhere">
                <span class="conflict-text">{text}</span>
                <Show when=has_before>
                    <button type="button" class="tool primary" data-way="again" on:click=again>{move || words::open_again(&name())}</button>
                </Show>
                <Show when=move || is_nowhere.get()>
                    <Show when=folder::is_possible>
                        <button type="button" class="tool" class:primary=move || !has_before() data-way="folder" on:click=move |_| open_folder(editor, drafts, before, None)>{words::open_a_folder()}</button>
                    </Show>
                    <button type="button" class="tool" data-way="download" title=words::download_hint() on:click=download>{words::download()}</button>
                </Show>
                <button type="button" class="tool" data-way="close" aria-label=crate::words::shell::close() on:click=close>"✕"</button>
            </div>
        </Show>
    }
}
