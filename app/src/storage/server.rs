//! Reading and saving the files of a program or a folder. A save states the version on which it is based; if the file
//! has changed since, the save is refused and nothing is lost.

use std::sync::Arc;

use descriptorium_core::access::FOLDER_HEADER;
use descriptorium_core::content;
use descriptorium_core::edit::{Change, FileChange, TextEdit};
use descriptorium_core::sorting::gather;
use descriptorium_core::text::FilePath;
use gloo_net::http::{Request, RequestBuilder, Response};
use leptos::prelude::*;
use serde::Deserialize;
use web_sys::RequestCache;

use crate::model::disk::{Disk, FileSource, Listing, SavedText, Served, hold};
use crate::model::other_files::Sizes;
use crate::model::snapshot::StatedSettings;
use crate::model::text_diff::merge;
use crate::state::editor::Editor;
use crate::state::opening::Opening;
use crate::storage::access::{self, AskError, ask};
use crate::storage::{folder, host};
use crate::words::{connection as words, files, host as host_words};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Session {
    folder: String,
    run: String,
    title: String,
    read_only: bool,
    has_commits: bool,
    stated: StatedSettings,
}

/// A published catalog.
#[derive(Deserialize)]
struct Published {
    title: String,
    stated: StatedSettings,
    catalog: CatalogAnswer,
}

#[derive(Deserialize)]
struct CatalogAnswer {
    files: Vec<FileAnswer>,
    problems: Vec<UnreadFile>,
    /// The files that may not be descriptors.
    #[serde(default, rename = "passedOver")]
    passed_over: Vec<UnreadFile>,
}

#[derive(Deserialize)]
struct UnreadFile {
    path: String,
    message: String,
}

#[derive(Deserialize)]
struct FileAnswer {
    path: String,
    etag: String,
    text: String,
}

/// Why a save failed.
#[derive(Clone, PartialEq, Debug)]
pub enum SaveError {
    /// The file has changed in the meantime.
    Stale,
    /// The program or the browser refused.
    Failed(String),
    /// No file can be saved at the moment.
    Unavailable(String),
}

impl From<AskError> for SaveError {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Unavailable(why) => SaveError::Unavailable(why),
            AskError::Failed(why) => SaveError::Failed(why),
        }
    }
}

/// Why no program serves the files.
#[derive(Clone, PartialEq, Debug)]
pub enum ServeError {
    /// The page does not come from a program.
    NotServed,
    /// There is no response at this address: no network, or the program has ended.
    Unreachable,
    /// The program cannot provide the files at the moment, or the response is from another program.
    Unexpected(String),
    /// The catalog that was published with this page cannot be read.
    Unreadable(String),
}

/// Opens the files of the program, or the catalog that was published with this page, and returns the key for their
/// drafts; fails if there is neither at this address.
pub async fn open(editor: Editor, opening: &Opening) -> Result<String, ServeError> {
    if let Some(file) = page_meta("catalog") {
        let catalog: Published = json(Request::get(&file).send().await).await.map_err(ServeError::Unreadable)?;
        // One host may have many sites.
        let place = window().location().pathname().unwrap_or_default();
        let kept = format!("{} {}", catalog.title, place.trim_end_matches("index.html"));
        let served = Served { title: catalog.title, read_only: false, has_commits: false, source: FileSource::Site };
        show(editor, opening, served, catalog.stated, catalog.catalog).await?;
        return Ok(kept);
    }
    // Static hosts are not asked for the API of the program.
    page_meta("program").ok_or(ServeError::NotServed)?;
    let session = Request::get("../api/session").send().await.map_err(|_| ServeError::Unreachable)?;
    let session: Session = json(Ok(session)).await.map_err(ServeError::Unexpected)?;
    let answer = Request::get("../api/catalog").send().await;
    // The program may have been restarted between both requests.
    if answer.as_ref().is_ok_and(|answer| answer.headers().get(FOLDER_HEADER).as_ref() != Some(&session.folder)) {
        return Err(ServeError::Unreachable);
    }
    let tag = answer.as_ref().ok().and_then(tag_of);
    let catalog: CatalogAnswer = json(answer).await.map_err(ServeError::Unexpected)?;
    let source = FileSource::Program { folder: session.folder.clone(), run: session.run };
    let Session { title, read_only, has_commits, .. } = session;
    let served = Served { title, read_only, has_commits, source };
    show(editor, opening, served, session.stated, catalog).await?;
    editor.seen.update_value(|seen| seen.tag = tag.map(|tag| (tag, seen.writes)));
    Ok(session.folder)
}

/// The files that the program serves, unless their tag is `known`, and their tag. Fails if the program does not
/// respond, or serves another folder by now.
pub async fn look(editor: Editor, known: Option<&str>) -> Result<Option<(Listing, Option<String>)>, ServeError> {
    let request = Request::get("../api/catalog").cache(RequestCache::NoStore);
    let request = known.into_iter().fold(request, |request, tag| request.header("If-None-Match", tag));
    let answer = ask(editor, request.build()).await.map_err(|_| ServeError::Unreachable)?;
    if answer.status() == 304 {
        return Ok(None);
    }
    let tag = tag_of(&answer);
    let catalog: CatalogAnswer = json(Ok(answer)).await.map_err(ServeError::Unexpected)?;
    let unread = catalog.problems.into_iter().chain(catalog.passed_over);
    let unknown = unread.map(|file| (file.path, file.message));
    Ok(Some((Listing { files: texts(catalog.files), unknown: unknown.collect() }, tag)))
}

/// The files of a response by their paths.
fn texts(files: Vec<FileAnswer>) -> Disk {
    let text = |file: FileAnswer| {
        Some((FilePath::new(&file.path)?, SavedText { text: Arc::from(file.text), etag: file.etag }))
    };
    gather(files.into_iter().filter_map(text))
}

fn tag_of(answer: &Response) -> Option<String> {
    answer.headers().get("etag")
}

/// A statement of the page about its source: `catalog` is the file with the published catalog; `program` means that a
/// program serves the page.
fn page_meta(name: &str) -> Option<String> {
    document().query_selector(&format!("meta[name={name}]")).ok()??.get_attribute("content")
}

/// Opens a catalog, and reports files that could not be read.
async fn show(
    editor: Editor,
    opening: &Opening,
    served: Served,
    stated: StatedSettings,
    catalog: CatalogAnswer,
) -> Result<(), ServeError> {
    editor.open(opening, served, stated, texts(catalog.files)).await.map_err(ServeError::Unreadable)?;
    if let Some(first) = catalog.problems.first() {
        let others = catalog.problems.len() - 1;
        let first = format!("{}: {}", first.path, first.message);
        editor.fail(&if others == 0 { files::not_read(&first) } else { files::not_read_more(others, &first) });
    }
    Ok(())
}

/// Writes or deletes one file, provided that it is on disk as we know it.
pub async fn save(editor: Editor, path: FilePath) -> Result<(), SaveError> {
    let served = editor.served.get_untracked();
    let is_gone = text_of(editor, &path).is_none();
    match served.map(|served| served.source) {
        Some(FileSource::Program { .. }) if is_gone => send_removal(editor, path).await,
        Some(FileSource::Program { .. }) => send(editor, path).await,
        Some(FileSource::Folder) if is_gone => remove(editor, path).await,
        Some(FileSource::Folder) => write(editor, path).await,
        Some(FileSource::Host) => {
            let outcome = host::save(editor, &[path]).await.map_err(SaveError::Failed)?;
            if outcome.conflicts.is_empty() { Ok(()) } else { Err(SaveError::Stale) }
        }
        Some(FileSource::Site | FileSource::Memory) | None => {
            Err(SaveError::Failed(files::no_folder_to_save_to().to_owned()))
        }
    }
}

/// Writes a packed chart or an artifact that was dropped on the page, unless its path is taken by another file.
pub async fn save_dropped(editor: Editor, path: &FilePath, bytes: &[u8]) -> Result<(), SaveError> {
    write_new(editor, path, bytes).await?;
    editor.other_files.get_value().iter().for_each(|files| files.set_saved(path));
    Ok(())
}

async fn write_new(editor: Editor, path: &FilePath, bytes: &[u8]) -> Result<(), SaveError> {
    if untrack(|| editor.is_source(&FileSource::Folder)) {
        return folder::write_new(editor, path, bytes).await.map_err(SaveError::Failed);
    }
    let request = || Request::put(&format!("../api/files/{}", encode(path))).header("If-None-Match", "*");
    let response = access::write(editor, request, |request| request.body(js_sys::Uint8Array::from(bytes))).await?;
    match response.status() {
        200..=299 => Ok(()),
        // The response to an earlier write may have been lost.
        412 if content(editor, path).await.is_ok_and(|there| there == bytes) => Ok(()),
        412 => Err(SaveError::Failed(files::other_content().to_owned())),
        _ => Err(SaveError::Failed(refusal(response).await)),
    }
}

/// Writes one file to the folder that the browser gives access to.
async fn write(editor: Editor, path: FilePath) -> Result<(), SaveError> {
    let Some(text) = text_of(editor, &path) else { return Ok(()) };
    let known = editor.saved.with_untracked(|saved| saved.get(&path).map(|saved| Arc::clone(&saved.text)));
    let disk = folder::on_disk(editor, &path).await.map_err(SaveError::Failed)?;
    let there = disk.as_ref().map(|disk| &disk.text);
    if there != known.as_ref() && there != Some(&text) {
        return stale(editor, path, disk);
    }
    let etag = folder::write(editor, &path, &text).await.map_err(SaveError::Failed)?;
    settle(editor, &path, Some(SavedText { text, etag }));
    Ok(())
}

/// Deletes one file from the folder that the browser gives access to.
async fn remove(editor: Editor, path: FilePath) -> Result<(), SaveError> {
    let known = editor.saved.with_untracked(|saved| saved.get(&path).map(|saved| Arc::clone(&saved.text)));
    match folder::on_disk(editor, &path).await.map_err(SaveError::Failed)? {
        Some(disk) if Some(&disk.text) != known.as_ref() => return stale(editor, path, Some(disk)),
        Some(_) => folder::remove(editor, &path).await.map_err(SaveError::Failed)?,
        None => {}
    }
    settle(editor, &path, None);
    Ok(())
}

/// Deletes one file through the program.
async fn send_removal(editor: Editor, path: FilePath) -> Result<(), SaveError> {
    let known = editor.saved.with_untracked(|saved| saved.get(&path).map(|saved| saved.etag.clone()));
    let Some(etag) = known else { return Ok(()) };
    let request = || Request::delete(&format!("../api/files/{}", encode(&path))).header("If-Match", &etag);
    let response = access::write(editor, request, RequestBuilder::build).await?;
    match response.status() {
        200..=299 => {}
        412 => match on_disk(editor, &path).await? {
            // It was deleted by someone else already.
            None => {}
            there => return stale(editor, path, there),
        },
        _ => return Err(SaveError::Failed(refusal(response).await)),
    }
    settle(editor, &path, None);
    Ok(())
}

/// Records that the file on disk is as intended.
fn settle(editor: Editor, path: &FilePath, there: Option<SavedText>) {
    editor.conflicts.update(|conflicts| drop(conflicts.remove(path)));
    editor.note_saved(|saved| hold(saved, path.clone(), there));
}

fn text_of(editor: Editor, path: &FilePath) -> Option<Arc<str>> {
    editor.analysis.get_untracked().file(path).map(|file| Arc::clone(&file.text))
}

/// Records a conflict: the file has changed on disk, where it is `there` now.
fn stale(editor: Editor, path: FilePath, there: Option<SavedText>) -> Result<(), SaveError> {
    editor.conflicts.update(|conflicts| drop(conflicts.insert(path, there)));
    Err(SaveError::Stale)
}

/// Writes one file through the program.
async fn send(editor: Editor, path: FilePath) -> Result<(), SaveError> {
    let Some(text) = text_of(editor, &path) else { return Ok(()) };
    let known = editor.saved.with_untracked(|saved| saved.get(&path).map(|saved| saved.etag.clone()));
    let request = || {
        let request = Request::put(&format!("../api/files/{}", encode(&path)));
        match &known {
            Some(etag) => request.header("If-Match", etag),
            None => request.header("If-None-Match", "*"),
        }
    };
    let response = access::write(editor, request, |request| request.body(&*text)).await?;
    match response.status() {
        200..=299 => {
            let etag = response.headers().get("etag").unwrap_or_default();
            settle(editor, &path, Some(SavedText { text, etag }));
            Ok(())
        }
        412 => {
            // If the response to a write was lost, the file on disk is as intended.
            match on_disk(editor, &path).await? {
                Some(disk) if disk.text == text => {
                    settle(editor, &path, Some(SavedText { text, ..disk }));
                    Ok(())
                }
                there => stale(editor, path, there),
            }
        }
        _ => Err(SaveError::Failed(refusal(response).await)),
    }
}

/// How a conflict is resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resolution {
    TakeTheirs,
    WriteOurs,
    /// Combines the changes of both sides, if they are not on the same lines.
    Merge,
}

/// Takes the version on disk, as a step that can be undone, or overwrites it with ours.
pub async fn resolve_conflict(editor: Editor, path: &FilePath, resolution: Resolution) -> Result<(), String> {
    let disk = on_disk(editor, path).await.map_err(AskError::reason)?;
    // Content that the user has not seen is neither overwritten nor merged.
    let etag = |text: Option<&SavedText>| text.map(|text| text.etag.clone());
    let shown = editor.conflicts.with_untracked(|all| all.get(path).map(|shown| etag(shown.as_ref())));
    if resolution != Resolution::TakeTheirs && shown.is_some_and(|shown| shown != etag(disk.as_ref())) {
        editor.conflicts.update(|all| drop(all.insert(path.clone(), disk)));
        return Err(files::changed_again().to_owned());
    }
    let base = editor.saved.with_untracked(|saved| saved.get(path).map(|saved| Arc::clone(&saved.text)));
    let merged = match (resolution, &disk) {
        (Resolution::Merge, Some(disk)) => {
            let ours = text_of(editor, path).ok_or(files::no_longer_open())?;
            let base = base.ok_or(files::same_lines())?;
            let merged = merge(&base, &ours, &disk.text).ok_or(files::same_lines())?;
            Some(TextEdit::between(&ours, &merged))
        }
        (Resolution::Merge, None) => return Err(files::not_on_disk().to_owned()),
        (Resolution::TakeTheirs | Resolution::WriteOurs, _) => None,
    };
    let has_host = editor.host.is_present;
    let use_theirs = if has_host { host_words::use_theirs } else { files::use_from_disk };
    let change = match (resolution, &disk) {
        (Resolution::TakeTheirs, Some(disk)) => {
            let title = use_theirs(path.as_str());
            match text_of(editor, path) {
                Some(ours) => Change::of_file(title, path.clone(), TextEdit::between(&ours, &disk.text)),
                None => {
                    let create = FileChange::Create { path: path.clone(), text: disk.text.to_string() };
                    Change { title, files: vec![create], ..Change::default() }
                }
            }
        }
        (Resolution::Merge, _) => {
            let title = if has_host { host_words::merge(path.as_str()) } else { files::merge_with_disk(path.as_str()) };
            Change::of_file(title, path.clone(), merged.unwrap_or_default())
        }
        (Resolution::TakeTheirs, None) => {
            let files = vec![FileChange::Delete { path: path.clone() }];
            Change { title: use_theirs(path.as_str()), files, ..Change::default() }
        }
        (Resolution::WriteOurs, _) => {
            editor.note_saved(|saved| hold(saved, path.clone(), disk));
            save(editor, path.clone()).await.map_err(|error| match error {
                SaveError::Stale => files::changed_again().to_owned(),
                SaveError::Failed(why) | SaveError::Unavailable(why) => why,
            })?;
            let is_gone = text_of(editor, path).is_none();
            let message = if is_gone { crate::words::file_actions::deleted_file } else { files::saved_file };
            editor.say(&message(path.as_str()));
            return Ok(());
        }
    };
    if editor.apply_quietly(&change).is_err() {
        // The reason is shown, and the conflict remains.
        return Ok(());
    }
    editor.say(&change.title);
    settle(editor, path, disk);
    Ok(())
}

/// The content at this path on disk, if the file exists.
pub async fn on_disk(editor: Editor, path: &FilePath) -> Result<Option<SavedText>, AskError> {
    if untrack(|| editor.is_source(&FileSource::Folder)) {
        return folder::on_disk(editor, path).await.map_err(AskError::Failed);
    }
    if editor.host.is_present {
        // A host sends every change.
        let conflicting = editor.conflicts.with_untracked(|all| all.get(path).cloned());
        return Ok(conflicting.unwrap_or_else(|| editor.saved.with_untracked(|saved| saved.get(path).cloned())));
    }
    let request = Request::get(&format!("../api/files/{}", encode(path))).cache(RequestCache::NoStore);
    let response = ask(editor, request.build()).await?;
    match response.status() {
        404 => Ok(None),
        200 => {
            let etag = response.headers().get("etag").unwrap_or_default();
            let text = response.text().await.map_err(|_| AskError::Unavailable(words::not_connected().to_owned()))?;
            Ok(Some(SavedText { text: Arc::from(text), etag }))
        }
        _ => Err(AskError::Failed(refusal(response).await)),
    }
}

/// The program's reason for a refusal.
async fn refusal(response: Response) -> String {
    #[derive(Deserialize)]
    struct Refusal {
        error: String,
    }
    let status = response.status();
    let refusal = response.json::<Refusal>().await;
    refusal.map_or_else(|_| files::program_answered(status), |refusal| refusal.error)
}

async fn json<T: for<'de> Deserialize<'de>>(response: Result<Response, gloo_net::Error>) -> Result<T, String> {
    let response = response.map_err(|_| words::not_connected().to_owned())?;
    if !response.ok() {
        return Err(refusal(response).await);
    }
    response.json().await.map_err(|_| words::not_understood().to_owned())
}

/// The files of any kind in the folder that the program serves.
pub async fn list_contents(editor: Editor) -> Result<Sizes, String> {
    #[derive(Deserialize)]
    struct Sized {
        path: String,
        size: u64,
    }
    #[derive(Deserialize)]
    struct Contents {
        files: Vec<Sized>,
    }
    let request = Request::get("../api/contents").cache(RequestCache::NoStore);
    let contents: Contents = json(Ok(ask(editor, request.build()).await.map_err(AskError::reason)?)).await?;
    Ok(gather(contents.files.into_iter().filter_map(|file| Some((FilePath::new(&file.path)?, file.size)))))
}

/// The content of a file of any kind.
pub async fn content(editor: Editor, path: &FilePath) -> Result<Vec<u8>, content::Absence> {
    let request = Request::get(&format!("../api/contents/{}", encode(path))).cache(RequestCache::NoStore);
    let response = ask(editor, request.build()).await;
    let response = response.map_err(|error| content::Absence::Unreadable(error.reason()))?;
    match response.status() {
        200..=299 => {
            response.binary().await.map_err(|_| content::Absence::Unreadable(words::not_connected().to_owned()))
        }
        404 => Err(content::Absence::Missing),
        _ => Err(content::Absence::Unreadable(refusal(response).await)),
    }
}

/// The files of the folder at the commit that is checked out.
pub struct Committed {
    /// The short name of the commit.
    pub commit: String,
    pub files: Disk,
}

/// The texts of the folder at the commit that is checked out. The program sends those that differ from the disk.
pub async fn committed(editor: Editor) -> Result<Committed, String> {
    #[derive(Deserialize)]
    struct Head {
        commit: String,
        files: Vec<CommittedFile>,
        added: Vec<String>,
    }
    #[derive(Deserialize)]
    struct CommittedFile {
        path: String,
        text: String,
    }
    let request = Request::get("../api/head").cache(RequestCache::NoStore);
    let head: Head = json(Ok(ask(editor, request.build()).await.map_err(AskError::reason)?)).await?;
    let mut files = editor.saved.get_untracked();
    for path in head.added.iter().filter_map(|path| FilePath::new(path)) {
        files.remove(&path);
    }
    files.extend(head.files.into_iter().filter_map(|file| {
        let text = SavedText { text: Arc::from(file.text), etag: String::new() };
        Some((FilePath::new(&file.path)?, text))
    }));
    Ok(Committed { commit: head.commit, files })
}

/// A path, encoded for an address.
fn encode(path: &FilePath) -> String {
    let parts = path.as_str().split('/').map(|part| String::from(js_sys::encode_uri_component(part)));
    parts.collect::<Vec<_>>().join("/")
}
