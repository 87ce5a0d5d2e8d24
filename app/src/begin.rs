//! Where to begin: a folder that the browser opens, a new descriptor, and what to know when nothing serves a folder.

use descriptorium_core::language::Language;
use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::Blob;

use crate::canvas::Canvas;
use crate::canvas::question::Question;
use crate::disk;
use crate::editor::Editor;
use crate::files::{FileQuestion, of_intent};
use crate::keep::Kept;
use crate::message::message;
use crate::server::Way;
use crate::toolbar::dirty;
use crate::words::files as words;
use crate::words::{filing, shown};

/// Asks for a folder and opens it in the place of what is open.
fn open_folder(editor: Editor, kept: Kept) {
    if !untrack(|| dirty(editor)).is_empty() && !window().confirm_with_message(words::open_another()).unwrap_or(false) {
        return;
    }
    spawn_local(async move {
        kept.flush().await;
        match disk::choose(editor).await {
            Ok(Some(title)) => {
                editor.say(&words::opened(&title));
                kept.begin(title).await;
            }
            Ok(None) => {}
            Err(why) => editor.fail(&words::not_opened(&why)),
        }
    });
}

/// The button that opens a folder, where the browser can.
#[component]
pub fn FolderButton() -> impl IntoView {
    let editor = Editor::expect();
    let kept = expect_context::<Kept>();
    disk::is_possible().then(|| {
        let open = move |_| open_folder(editor, kept);
        view! { <button type="button" class="mini" id="open-folder" title=words::open_folder_hint() on:click=open>{words::folder()}</button> }
    })
}

/// Asks what a new file is to be.
#[component]
pub fn NewButton() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let ask = move |event: web_sys::MouseEvent| {
        let place = event_target::<web_sys::Element>(&event).get_bounding_client_rect();
        canvas.ask(Question::File(FileQuestion::Kinds), Some((place.left(), place.bottom() + 4.0)));
    };
    view! { <button type="button" class="mini" id="new" aria-haspopup="dialog" title=filing::new_hint() on:click=ask>{words::new_file()}</button> }
}

/// What a drawing with nothing in it has to say.
#[derive(Clone, PartialEq, Debug)]
enum Emptiness {
    /// There is something to see.
    None,
    Nothing,
    /// An assembly without components.
    Assembly,
    /// An intent, the descriptor that it is for, and the file of that if it is in the catalog.
    Intent(String, Option<FilePath>),
}

/// What to do first where nothing is drawn.
#[component]
pub fn Beginning() -> impl IntoView {
    let editor = Editor::expect();
    let emptiness = Memo::new(move |_| {
        let (analysis, file) = (editor.analysis.get(), editor.file.get());
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
        let is_assembly = analysis.file(&file).is_some_and(|file| file.language == Some(Language::Assembly));
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
        Emptiness::Assembly => view! { <p class="canvas-empty low">{shown::drag_first()}</p> }.into_any(),
        Emptiness::Intent(of, target) => {
            let intent = editor.file.get_untracked();
            let way = match target {
                Some(target) => {
                    let go = move |_| {
                        let Some(intent) = intent.clone() else { return };
                        crate::panel::given::preview(editor, &intent, &target);
                    };
                    view! { <button type="button" class="tool primary" data-way="preview" on:click=go>{shown::preview_it()}</button> }.into_any()
                }
                None => view! { <p>{shown::intent_of_nothing()}</p> }.into_any(),
            };
            view! { <div class="canvas-empty"><div class="canvas-says"><p>{message(&shown::is_intent(&of))}</p>{way}</div></div> }.into_any()
        }
    }
}

/// What to know where nothing can be saved: that it is the example, and the ways to one's own.
#[component]
pub fn Nowhere() -> impl IntoView {
    let editor = Editor::expect();
    let kept = expect_context::<Kept>();
    let is_nowhere =
        move || editor.served.with(|served| served.as_ref().is_some_and(|served| served.way == Way::Nowhere));
    let is_left = RwSignal::new(false);
    let download = move |_| match editor.file.get_untracked() {
        Some(path) => download(editor, &path),
        None => editor.fail(filing::no_file_is_open()),
    };
    view! {
        <Show when=move || is_nowhere() && !is_left.get()>
            <div class="conflict offer-bar" role="status" data-kept="nowhere">
                <span class="conflict-text">
                    {words::example_is_open()}
                    {move || if kept.is_refused() {
                        words::nothing_is_sent()
                    } else {
                        words::kept_here()
                    }}
                </span>
                <Show when=disk::is_possible>
                    <button type="button" class="tool primary" data-way="folder" on:click=move |_| open_folder(editor, kept)>{words::open_a_folder()}</button>
                </Show>
                <button type="button" class="tool" data-way="download" title=words::download_hint() on:click=download>{words::download()}</button>
                <button type="button" class="tool" data-way="close" aria-label=words::close() on:click=move |_| is_left.set(true)>"✕"</button>
            </div>
        </Show>
    }
}

/// Gives a file to the browser as a download.
pub fn download(editor: Editor, path: &FilePath) {
    let analysis = editor.analysis.get_untracked();
    let Some(text) = analysis.file(path).map(|file| file.text.to_string()) else { return };
    let blob = Blob::new_with_str_sequence(&js_sys::Array::of1(&text.into()));
    if blob.and_then(|blob| crate::dom::download(path.name(), &blob)).is_err() {
        editor.fail(&words::not_downloaded(words::browser_refuses()));
    }
}
