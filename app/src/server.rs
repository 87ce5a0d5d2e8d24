//! The program that serves a folder: what it has, and saving to it. A save says which state it is based on; if the
//! file is another by now, it is refused and nothing is lost.

use std::collections::BTreeMap;
use std::sync::Arc;

use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;
use gloo_net::http::{Request, Response};
use serde::Deserialize;

use crate::editor::{Editor, SavedText};
use leptos::prelude::*;

/// A program that serves a folder to us.
#[derive(Clone, PartialEq, Debug)]
pub struct Served {
    /// What the folder is called.
    pub title: String,
    pub read_only: bool,
    /// What a write has to show.
    token: String,
}

#[derive(Deserialize)]
struct Session {
    token: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CatalogAnswer {
    #[serde(default)]
    title: String,
    #[serde(default)]
    read_only: bool,
    files: Vec<FileAnswer>,
}

#[derive(Deserialize)]
struct FileAnswer {
    path: String,
    etag: String,
    text: String,
}

/// Why a save was not done.
#[derive(Clone, PartialEq, Debug)]
pub enum SaveError {
    /// Somebody else has changed the file meanwhile.
    Stale,
    /// The program said no, or could not be reached.
    Failed(String),
}

/// Opens what the program serves; an error if there is none at this address.
pub async fn open(editor: Editor) -> Result<(), String> {
    let session: Session = json(Request::get("../api/session").send().await).await?;
    let catalog: CatalogAnswer = json(Request::get("../api/catalog").send().await).await?;
    let mut saved = BTreeMap::new();
    let mut files = Vec::new();
    for file in catalog.files {
        let Some(path) = FilePath::new(&file.path) else { continue };
        saved.insert(path.clone(), SavedText { text: Arc::from(file.text.as_str()), etag: file.etag });
        files.push((path, file.text));
    }
    editor.served.set(Some(Served { title: catalog.title, read_only: catalog.read_only, token: session.token }));
    editor.open(Workspace::new(files), saved);
    Ok(())
}

/// Writes one file, if it is on disk as we know it.
pub async fn save(editor: Editor, path: FilePath) -> Result<(), SaveError> {
    let served = editor.served.get_untracked();
    let served = served.ok_or_else(|| SaveError::Failed("no program serves this folder".to_owned()))?;
    let analysis = editor.analysis.get_untracked();
    let Some(file) = analysis.file(&path) else { return Ok(()) };
    let text = Arc::clone(&file.text);
    let known = editor.saved.with_untracked(|saved| saved.get(&path).map(|saved| saved.etag.clone()));
    let request =
        Request::put(&format!("../api/files/{}", encode(&path))).header("X-Descriptorium-Token", &served.token);
    let request = match &known {
        Some(etag) => request.header("If-Match", etag),
        None => request.header("If-None-Match", "*"),
    };
    let failed = |error: gloo_net::Error| SaveError::Failed(error.to_string());
    let response = request.body(text.to_string()).map_err(failed)?.send().await.map_err(failed)?;
    match response.status() {
        200..=299 => {
            let etag = response.headers().get("etag").unwrap_or_default();
            editor.saved.update(|saved| {
                saved.insert(path, SavedText { text, etag });
            });
            Ok(())
        }
        412 => Err(SaveError::Stale),
        status => {
            let body = response.text().await.unwrap_or_default();
            Err(SaveError::Failed(format!("the program answered {status}: {body}")))
        }
    }
}

async fn json<T: for<'de> Deserialize<'de>>(response: Result<Response, gloo_net::Error>) -> Result<T, String> {
    let response = response.map_err(|error| error.to_string())?;
    if !response.ok() {
        return Err(format!("the program answered {}", response.status()));
    }
    response.json().await.map_err(|error| error.to_string())
}

/// A path as it stands in an address.
fn encode(path: &FilePath) -> String {
    let parts = path.as_str().split('/').map(|part| String::from(js_sys::encode_uri_component(part)));
    parts.collect::<Vec<_>>().join("/")
}
