//! Downloads of single files.

use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use wasm_bindgen::JsValue;
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
    download_blob(editor, name, Blob::new_with_str_sequence(&js_sys::Array::of1(&text.into())));
}

/// Downloads bytes as a file of this name.
pub fn download_bytes(editor: Editor, name: &str, bytes: &[u8]) {
    let bytes = js_sys::Uint8Array::from(bytes);
    download_blob(editor, name, Blob::new_with_u8_array_sequence(&js_sys::Array::of1(&bytes)));
}

fn download_blob(editor: Editor, name: &str, blob: Result<Blob, JsValue>) {
    if blob.and_then(|blob| crate::browser::dom::download(name, &blob)).is_err() {
        editor.fail(&words::not_downloaded(words::browser_refused()));
    }
}
