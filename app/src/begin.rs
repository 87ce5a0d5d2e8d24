//! Where to begin: a folder that the browser opens, a new descriptor, and what to know when nothing serves a folder.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::edit::{Change, FileChange};
use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::Blob;

use crate::disk;
use crate::editor::Editor;
use crate::example::Template;
use crate::keep::Kept;
use crate::server::Way;
use crate::toolbar::dirty;
use crate::words::files as words;

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

/// The menu of what a new file can be.
#[component]
pub fn NewButton() -> impl IntoView {
    let editor = Editor::expect();
    let closed = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" {
            event.prevent_default();
            crate::dom::close_details(&event_target::<web_sys::Element>(&event));
        }
    };
    let items = Template::ALL.map(|template| {
        let make = move |event: web_sys::MouseEvent| {
            crate::dom::close_details(&event_target::<web_sys::Element>(&event));
            create(editor, template);
        };
        view! { <button type="button" class="menu-item" data-new=template.kind() on:click=make>{words::descriptor_of_kind(template.kind())}</button> }
    });
    view! {
        <details class="menu" on:keydown=closed>
            <summary class="mini" title=words::new_hint()>{words::new_file()}</summary>
            <div class="menu-items" role="group" aria-label=words::new_file()>{items.collect_view()}</div>
        </details>
    }
}

/// Makes a descriptor under a name that is free, and opens it.
fn create(editor: Editor, template: Template) {
    let analysis = editor.analysis.get_untracked();
    let folder = editor.file.get_untracked().map_or(String::new(), |open| open.folder().to_owned());
    let Some((name, path)) = free(&analysis, template.kind(), &folder) else { return };
    let files = vec![FileChange::Create { path: path.clone(), text: template.text(&name) }];
    editor.apply(&Change { title: words::new_of_kind(template.kind()), files, ..Change::default() });
    editor.show(&path);
}

/// A name that neither a descriptor nor a file has: `new_assembly`, `new_assembly_2` ...
fn free(analysis: &Analysis, kind: &str, folder: &str) -> Option<(String, FilePath)> {
    let base = format!("new_{kind}");
    let numbered = (2..).map(|number| format!("{base}_{number}"));
    let mut names = std::iter::once(base.clone()).chain(numbered).filter_map(|name| {
        let file = format!("{name}-1.0.yaml");
        let path = if folder.is_empty() { file } else { format!("{folder}/{file}") };
        Some((name, FilePath::new(&path)?))
    });
    names.find(|(name, path)| analysis.file(path).is_none() && analysis.catalog().versions(kind, name).is_empty())
}

/// What to know where nothing can be saved: that it is the example, and the ways to one's own.
#[component]
pub fn Nowhere() -> impl IntoView {
    let editor = Editor::expect();
    let kept = expect_context::<Kept>();
    let is_nowhere =
        move || editor.served.with(|served| served.as_ref().is_some_and(|served| served.way == Way::Nowhere));
    let is_left = RwSignal::new(false);
    let download = move |_| {
        if let Err(why) = download(editor) {
            editor.fail(&words::not_downloaded(&why));
        }
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

/// Gives the open file to the browser as a download.
fn download(editor: Editor) -> Result<(), String> {
    let analysis = editor.analysis.get_untracked();
    let path = editor.file.get_untracked().ok_or(words::no_file_open())?;
    let text = analysis.file(&path).map(|file| file.text.to_string()).ok_or(words::no_file_open())?;
    let refused = |_| words::browser_refuses().to_owned();
    let blob = Blob::new_with_str_sequence(&js_sys::Array::of1(&text.into())).map_err(refused)?;
    crate::dom::download(path.name(), &blob).map_err(refused)
}
