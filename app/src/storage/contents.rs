//! Fetches files of any kind: from the program that serves a folder, or from a folder that the browser opened.

use std::sync::Arc;

use descriptorium_core::content::Absence;
use descriptorium_core::package::MAX_TOTAL;
use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::slices::Slices;
use crate::model::disk::FileSource;
use crate::model::other_files::{OtherFiles, Request, Sizes};
use crate::state::editor::Editor;
use crate::storage::{folder, server};

/// Makes files of any kind around the open catalog available.
pub fn surround(editor: Editor) {
    let begun = editor.begun.get_value();
    editor.surround(Arc::new(OtherFiles::new(move |wanted| spawn_local(fetch(editor, begun, wanted)))));
}

/// Fetches a list or file for the catalog with the number `begun`. The result is dropped if another one is open by
/// then.
async fn fetch(editor: Editor, begun: u32, wanted: Request) {
    // While a catalog is being opened, its folder is not known yet.
    Slices::begin().yield_now().await;
    let is_open = || editor.begun.get_value() == begun;
    if !is_open() {
        return;
    }
    let store: Box<dyn FnOnce(&OtherFiles)> = match wanted {
        Request::List => {
            let list = list(editor).await;
            Box::new(move |files| files.set_list(list))
        }
        Request::Bytes(path) => {
            let content = bytes(editor, &path).await;
            Box::new(move |files| files.set_content(path, content))
        }
    };
    if let (true, Some(files)) = (is_open(), editor.other_files.get_value()) {
        store(&files);
        editor.arrived();
    }
}

fn source(editor: Editor) -> Option<FileSource> {
    editor.served.with_untracked(|served| served.as_ref().map(|served| served.source.clone()))
}

async fn list(editor: Editor) -> Result<Sizes, String> {
    match source(editor) {
        Some(FileSource::Program { .. }) => server::list_contents(editor).await,
        Some(FileSource::Folder) => folder::list(editor).await,
        Some(FileSource::Site | FileSource::Host | FileSource::Memory) | None => Ok(Sizes::new()),
    }
}

async fn bytes(editor: Editor, path: &FilePath) -> Result<Arc<[u8]>, Absence> {
    let bytes = match source(editor) {
        Some(FileSource::Program { .. }) => server::content(editor, path).await?,
        Some(FileSource::Folder) => folder::content(editor, path).await?,
        Some(FileSource::Site | FileSource::Host | FileSource::Memory) | None => return Err(Absence::Missing),
    };
    if bytes.len() as u64 > MAX_TOTAL { Err(Absence::TooLarge) } else { Ok(bytes.into()) }
}
