//! The built-in example: the files of `examples/`, packed next to the modeller, for when no program serves a folder.

use std::sync::Arc;

use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::text::FilePath;
use gloo_net::http::Request;
use serde::Deserialize;

use crate::browser::asset;
use crate::model::disk::{FileSource, SavedText, Served};
use crate::model::snapshot::StatedSettings;
use crate::state::editor::Editor;
use crate::state::opening::Opening;
use crate::words::connection as words;

/// The title of the example.
pub const TITLE: &str = "Example";

/// The packed files.
const FILE: &str = "example.json";

#[derive(Deserialize)]
struct ExampleFile {
    path: String,
    text: Arc<str>,
}

/// Opens the example and returns its title; fails if it is not published with the modeller.
pub async fn open(editor: Editor, opening: &Opening) -> Result<&'static str, String> {
    let mut files = SortedMap::new();
    for ExampleFile { path, text } in fetch().await.map_err(|_| words::not_connected().to_owned())? {
        let Some(path) = FilePath::new(&path) else { continue };
        files.insert(path, SavedText { text, etag: String::new() });
    }
    let served = Served { title: TITLE.to_owned(), read_only: false, has_commits: false, source: FileSource::Memory };
    editor.open(opening, served, StatedSettings::Null, files).await?;
    Ok(TITLE)
}

async fn fetch() -> Result<Vec<ExampleFile>, gloo_net::Error> {
    Request::get(&asset::address(FILE)).send().await?.json().await
}
