//! Downloads of single files.

use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use web_sys::Blob;

use crate::state::editor::Editor;
use crate::words::files as words;

/// Downloads a file.
pub fn download(editor: Editor, path: &FilePath) {
    let analysis = editor.analysis.get_untracked();
    if let Some(file) = analysis.file(path) {
        download_text(editor, path.name(), &file.text);
    }
}

/// Downloads a text as a file of this name.
pub fn download_text(editor: Editor, name: &str, text: &str) {
    let blob = Blob::new_with_str_sequence(&js_sys::Array::of1(&text.into()));
    if blob.and_then(|blob| crate::browser::dom::download(name, &blob)).is_err() {
        editor.fail(&words::not_downloaded(words::browser_refused()));
    }
}
