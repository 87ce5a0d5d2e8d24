//! Files and archives from the disk of whoever sits here, chosen or dropped on the window. They join the workspace as
//! one change, which can be undone; nothing that is open is overwritten.

use std::collections::BTreeSet;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::edit::{Change, FileChange};
use descriptorium_core::package;
use descriptorium_core::text::FilePath;
use js_sys::Uint8Array;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{DragEvent, File, FileList, HtmlInputElement};

use crate::editor::Editor;
use crate::picture;
use crate::words::files as words;

/// What can be chosen.
const ACCEPTED: &str = ".yaml,.yml,.zip,.csar,.tgz,.gz,.svg";

/// Takes what is dropped on the window.
pub fn accept_drops(editor: Editor) {
    let files = |event: &DragEvent| event.data_transfer().and_then(|transfer| transfer.files());
    let has_files =
        |event: &DragEvent| event.data_transfer().is_some_and(|transfer| transfer.types().includes(&"Files".into(), 0));
    // Without this the browser would leave the page to show the file, and with it all unsaved work.
    let over = move |event: DragEvent| {
        if has_files(&event) {
            event.prevent_default();
        }
    };
    let drop = move |event: DragEvent| {
        if has_files(&event) {
            event.prevent_default();
            bring_in(editor, files(&event));
        }
    };
    let _kept = window_event_listener(leptos::ev::dragover, over);
    let _kept = window_event_listener(leptos::ev::drop, drop);
}

/// The button that asks for files.
#[component]
pub fn OpenButton() -> impl IntoView {
    let editor = Editor::expect();
    let input = NodeRef::<leptos::html::Input>::new();
    let ask = move |_| {
        if let Some(input) = input.get_untracked() {
            input.click();
        }
    };
    let chosen = move |event| {
        let input = event_target::<HtmlInputElement>(&event);
        bring_in(editor, input.files());
        // So that the same file can be chosen again.
        input.set_value("");
    };
    view! {
        <button type="button" class="mini" id="open-files-button" title=words::open_hint() on:click=ask>{words::open()}</button>
        <input type="file" class="hidden" id="open-files" tabindex="-1" aria-hidden="true" multiple accept=ACCEPTED node_ref=input on:change=chosen />
    }
}

/// The change that brings a file in, and what is to be said of it; or why there is none.
pub type Brought = Result<(Change, Option<String>), String>;

fn bring_in(editor: Editor, list: Option<FileList>) {
    let Some(list) = list else { return };
    let files: Vec<File> = (0..list.length()).filter_map(|index| list.get(index)).collect();
    spawn_local(async move {
        for file in files {
            let name = file.name();
            match brought_in(&name, &file, editor).await {
                Ok((change, note)) => {
                    let first = change.files.iter().find_map(|file| match file {
                        FileChange::Create { path, .. } => Some(path.clone()),
                        FileChange::Delete { .. } | FileChange::Rename { .. } => None,
                    });
                    editor.apply(&change);
                    if let Some(first) = first {
                        editor.show(&first);
                    }
                    if let Some(note) = note {
                        editor.fail(&note);
                    }
                }
                Err(why) => editor.fail(&words::not_opened(&format!("{name}: {why}"))),
            }
        }
    });
}

async fn brought_in(name: &str, file: &File, editor: Editor) -> Brought {
    let bytes = read(file).await?;
    let analysis = editor.analysis.get_untracked();
    (editor.arrived().await?.opened)(name, &bytes, &analysis)
}

async fn read(file: &File) -> Result<Vec<u8>, String> {
    let buffer = JsFuture::from(file.array_buffer()).await;
    let buffer = buffer.map_err(|_| words::folder_not_packed().to_owned())?;
    Ok(Uint8Array::new(buffer.unchecked_ref::<js_sys::ArrayBuffer>()).to_vec())
}

/// The text of a file that somebody chose.
pub async fn read_text(file: &File) -> Result<String, String> {
    String::from_utf8(read(file).await?).map_err(|_| words::not_utf8().to_owned())
}

/// The change that brings a file in, and what is to be said of it.
pub fn opened(name: &str, bytes: &[u8], analysis: &Analysis) -> Brought {
    let title = words::open_file(name);
    if !package::is_archive(bytes) {
        let text = String::from_utf8(bytes.to_vec()).map_err(|_| words::not_utf8().to_owned())?;
        if let Some(stem) = name.strip_suffix(".svg") {
            let files = picture::unpack(&text).ok_or(words::no_picture_of_ours())?;
            let folder = free(stem, analysis).ok_or(words::no_path())?;
            let create =
                |(path, text)| Some(FileChange::Create { path: FilePath::new(&format!("{folder}/{path}"))?, text });
            return Ok((
                Change { title, files: files.into_iter().filter_map(create).collect(), ..Change::default() },
                None,
            ));
        }
        let path = free(name, analysis).ok_or(words::no_path())?;
        let files = vec![FileChange::Create { path, text }];
        return Ok((Change { title, files, ..Change::default() }, None));
    }
    let opened = package::open(bytes).map_err(|error| error.to_string())?;
    if opened.files.is_empty() {
        return Err(words::no_yaml().to_owned());
    }
    let folder = name.split('.').next().filter(|stem| !stem.is_empty()).unwrap_or("package");
    let folder = free(folder, analysis).ok_or(words::no_path())?;
    let files = opened.files.into_iter().filter_map(|(path, text)| {
        let path = FilePath::new(&format!("{folder}/{path}"))?;
        Some(FileChange::Create { path, text })
    });
    let note = opened.left_out.first().map(|first| {
        let others = opened.left_out.len() - 1;
        let first = format!("{}: {}", first.path, first.why);
        if others == 0 { words::left_out(name, &first) } else { words::left_out_more(others, name, &first) }
    });
    Ok((Change { title, files: files.collect(), ..Change::default() }, note))
}

/// The name, or the name with a number if a file or a folder has it.
fn free(name: &str, analysis: &Analysis) -> Option<FilePath> {
    let files = analysis.workspace().files();
    let taken: BTreeSet<&str> = files.filter_map(|file| file.path.as_str().split('/').next()).collect();
    let (stem, extension) = match name.rfind('.') {
        Some(dot) if dot > 0 => name.split_at(dot),
        _ => (name, ""),
    };
    let numbered = (2..).map(|number| format!("{stem}-{number}{extension}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    FilePath::new(&names.find(|name| !taken.contains(name.as_str()))?)
}

#[cfg(test)]
mod tests {
    use descriptorium_core::rules::Settings;
    use descriptorium_core::workspace::Workspace;

    use super::*;

    #[test]
    fn what_is_open_is_not_overwritten() {
        let open = [("a.yaml", "x"), ("a-2.yaml", "y"), ("pack/b.yaml", "z")];
        let files = open.map(|(path, text)| (FilePath::new(path).expect("a plain path"), text.to_owned()));
        let analysis = Analysis::new(Workspace::new(files), Settings::default());
        let name = |name| free(name, &analysis).map(|path| path.to_string());
        assert_eq!(name("a.yaml").as_deref(), Some("a-3.yaml"));
        assert_eq!(name("b.yaml").as_deref(), Some("b.yaml"));
        assert_eq!(name("pack").as_deref(), Some("pack-2"));
        assert_eq!(name("../up.yaml"), None);
    }
}
