//! The built-in example: the files of `examples/`, packed next to the modeller, for when no program serves a folder.

use std::collections::BTreeMap;
use std::sync::Arc;

use descriptorium_core::rules::catalog_settings::CatalogSettings;
use descriptorium_core::text::FilePath;
use gloo_net::http::Request;
use serde::Deserialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::model::disk::{FileSource, SavedText, Served};
use crate::state::editor::Editor;
use crate::state::opening::Opening;

/// The title of the example.
pub const TITLE: &str = "Example";

/// The packed files.
const FILE: &str = "example.json";

#[wasm_bindgen]
extern "C" {
    /// The address of the running script, which is next to the other files of the modeller.
    #[wasm_bindgen(thread_local_v2, js_namespace = ["import", "meta"], js_name = url)]
    static SCRIPT: String;
}

#[derive(Deserialize)]
struct ExampleFile {
    path: String,
    text: Arc<str>,
}

/// Opens the example and returns its title; fails if it is not published with the modeller.
pub async fn open(editor: Editor, opening: &Opening) -> Result<&'static str, String> {
    let mut files = BTreeMap::new();
    for ExampleFile { path, text } in fetch().await.map_err(|error| error.to_string())? {
        let Some(path) = FilePath::new(&path) else { continue };
        files.insert(path, SavedText { text, etag: String::new() });
    }
    let served = Served { title: TITLE.to_owned(), read_only: false, source: FileSource::Memory };
    editor.open(opening, served, CatalogSettings::default(), files).await?;
    Ok(TITLE)
}

async fn fetch() -> Result<Vec<ExampleFile>, gloo_net::Error> {
    let url = SCRIPT.with(|script| web_sys::Url::new_with_base(FILE, script).map(|url| url.href()));
    Request::get(&url.unwrap_or_else(|_| FILE.to_owned())).send().await?.json().await
}
