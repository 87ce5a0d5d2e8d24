//! Fetches files of any kind: from the program that serves a folder, or from a folder that the browser opened.

use std::sync::Arc;

use descriptorium_core::content::Absence;
use descriptorium_core::package::MAX_TOTAL;
use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::slices::Slices;
use crate::model::around::{Around, Sizes, Wanted};
use crate::model::disk::Way;
use crate::state::editor::Editor;
use crate::storage::{folder, server};

/// Makes files of any kind around the open catalog known.
pub fn surround(editor: Editor) {
    let begun = editor.begun.get_value();
    editor.surround(Arc::new(Around::new(move |wanted| spawn_local(fetch(editor, begun, wanted)))));
}

/// Fetches something for the catalog with the number `begun`, unless another one is open by then.
async fn fetch(editor: Editor, begun: u32, wanted: Wanted) {
    // While a catalog is being opened, its folder is not known yet.
    Slices::begin().rest().await;
    let is_open = || editor.begun.get_value() == begun;
    if !is_open() {
        return;
    }
    let told: Box<dyn FnOnce(&Around)> = match wanted {
        Wanted::List => {
            let list = list(editor).await;
            Box::new(move |around| around.listed(list))
        }
        Wanted::Bytes(path) => {
            let content = bytes(editor, &path).await;
            Box::new(move |around| around.arrived(path, content))
        }
    };
    if let (true, Some(around)) = (is_open(), editor.around.get_value()) {
        told(&around);
        editor.arrivals.update(|number| *number += 1);
    }
}

fn way(editor: Editor) -> Option<Way> {
    editor.served.with_untracked(|served| served.as_ref().map(|served| served.way.clone()))
}

async fn list(editor: Editor) -> Result<Sizes, String> {
    match way(editor) {
        Some(Way::Program { .. }) => server::list_contents().await,
        Some(Way::Folder) => folder::list(editor).await,
        Some(Way::Site | Way::Nowhere) | None => Ok(Sizes::new()),
    }
}

async fn bytes(editor: Editor, path: &FilePath) -> Result<Arc<[u8]>, Absence> {
    let bytes = match way(editor) {
        Some(Way::Program { .. }) => server::content(path).await?,
        Some(Way::Folder) => folder::content(editor, path).await?,
        Some(Way::Site | Way::Nowhere) | None => return Err(Absence::Missing),
    };
    if bytes.len() as u64 > MAX_TOTAL { Err(Absence::TooLarge) } else { Ok(bytes.into()) }
}
