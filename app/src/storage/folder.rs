//! Folders that the user opened through the File System Access API.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use descriptorium_core::content::Absence;
use descriptorium_core::exclusion::{self, Exclusions};
use descriptorium_core::package::{self, MAX_TOTAL, Writing};
use descriptorium_core::rules::catalog_settings::{self, CatalogSettings};
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::sorting::gather;
use descriptorium_core::text::FilePath;
use js_sys::{AsyncIterator, Function, Object, Promise, Reflect};
use leptos::prelude::{GetValue, SetValue, UpdateValue, WithValue, window};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    File, FileSystemDirectoryHandle, FileSystemFileHandle, FileSystemGetDirectoryOptions, FileSystemGetFileOptions,
    FileSystemHandle, FileSystemHandleKind, FileSystemWritableFileStream,
};

use crate::browser::dom::{is_framed_by_others, is_hosted, reason};
use crate::browser::file::{read, read_text};
use crate::model::disk::{FileSource, Listing, SavedText, Served, Stamped};
use crate::model::other_files::Sizes;
use crate::model::snapshot::StatedSettings;
use crate::state::editor::Editor;
use crate::state::opening::Opening;
use crate::storage::known_folders;
use crate::words::files as words;

/// Limits: the number of files in a folder, the nesting depth of folders, and the bytes in a file.
const MAX_FILES: usize = 20_000;
const MAX_DEPTH: usize = 32;
const MAX_BYTES: f64 = 8_388_608.0;
/// Within this many milliseconds a file may be written twice with the same stamp.
const FRESH: f64 = 2_000.0;
/// The number of files between two progress reports.
const REPORT_INTERVAL: usize = 20;

/// Whether this browser can open a folder, and the page may ask for one.
pub fn is_possible() -> bool {
    picker().is_some() && !is_framed_by_others() && !is_hosted()
}

fn picker() -> Option<Function> {
    Reflect::get(&window(), &"showDirectoryPicker".into()).ok()?.dyn_into().ok()
}

/// Lets the user choose a folder; `None` if that was cancelled.
pub async fn choose() -> Result<Option<FileSystemDirectoryHandle>, String> {
    let picker = picker().ok_or(words::cannot_open_folders())?;
    let asked: Promise = picker.call1(&window(), &to_write()).map_err(reason)?.dyn_into().map_err(reason)?;
    match JsFuture::from(asked).await {
        Ok(chosen) => Ok(Some(chosen.unchecked_into())),
        Err(error) if name_of(&error) == "AbortError" => Ok(None),
        Err(error) => Err(reason(error)),
    }
}

/// How access to a previously opened folder is obtained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Checks for existing permission.
    Known,
    /// Asks the user for permission.
    Wanted,
}

/// Why the browser refuses access to a previously opened folder, if it does.
pub async fn enter(folder: &FileSystemDirectoryHandle, access: Access) -> Result<(), String> {
    let method = match access {
        Access::Known => "queryPermission",
        Access::Wanted => "requestPermission",
    };
    // A browser without permissions gives access to every handle.
    if let Ok(Ok(ask)) = Reflect::get(folder, &method.into()).map(JsCast::dyn_into::<Function>) {
        let asked: Promise = ask.call1(folder, &to_write()).map_err(reason)?.dyn_into().map_err(reason)?;
        if JsFuture::from(asked).await.map_err(reason)? != "granted" {
            return Err(words::no_access(&folder.name()));
        }
    }
    Ok(())
}

/// The options to request write access too.
fn to_write() -> Object {
    let wish = Object::new();
    // A browser that does not know the option asks at the first write.
    let _ = Reflect::set(&wish, &"mode".into(), &"readwrite".into());
    wish
}

/// Opens a folder and returns its id.
pub async fn open(editor: Editor, opening: &Opening, folder: FileSystemDirectoryHandle) -> Result<String, String> {
    let report = |count: usize| opening.report_progress(words::reading(count), 0.0);
    let walk = walk(&folder, &SortedMap::new(), report).await;
    let walk = walk.and_then(|walk| report(walk.listing.files.len()).map(|()| walk));
    if walk.is_err() {
        opening.end_progress();
    }
    let walk = walk?;
    let id = known_folders::id(&folder).await;
    let served = Served { title: folder.name(), read_only: false, has_commits: false, source: FileSource::Folder };
    editor.open(opening, served, StatedSettings::Null, walk.listing.files).await?;
    editor.folder.set_value(Some(folder));
    editor.seen.update_value(|seen| seen.stamps = walk.stamps);
    let left_out = walk.listing.unknown.len();
    if left_out > 0 {
        editor.fail(&words::files_not_read(left_out));
    }
    Ok(id)
}

/// Reads the open folder.
pub async fn look(editor: Editor) -> Result<Listing, String> {
    let folder = editor.folder.get_value().ok_or(words::no_folder_open())?;
    let known = editor.seen.with_value(|seen| seen.stamps.clone());
    let walk = walk(&folder, &known, |_| Ok(())).await?;
    // Another one may have been opened in the meantime.
    if editor.folder.get_value() != Some(folder) {
        return Err(words::no_folder_open().to_owned());
    }
    editor.seen.update_value(|seen| seen.stamps = walk.stamps);
    Ok(walk.listing)
}

struct Walk {
    listing: Listing,
    stamps: SortedMap<FilePath, Stamped>,
}

/// Reads all files of a folder that may have changed since they were `known`. Calls `report` with the number of files
/// from time to time; its error stops the walk.
async fn walk(
    folder: &FileSystemDirectoryHandle,
    known: &SortedMap<FilePath, Stamped>,
    report: impl Fn(usize) -> Result<(), String>,
) -> Result<Walk, String> {
    let mut found = Walk { listing: Listing::default(), stamps: SortedMap::new() };
    let mut is_partial = false;
    let mut queue = vec![(String::new(), folder.clone(), Exclusions::default())];
    while let Some((place, handle, exclusions)) = queue.pop() {
        let entries = entries_of(&handle).await?;
        let exclusions = with_own(exclusions, &place, &entries).await;
        is_partial |= !exclusions.is_empty();
        for entry in entries {
            let name = entry.name();
            let path = format!("{place}{name}");
            let is_folder = entry.kind() == FileSystemHandleKind::Directory;
            if exclusions.leaves_out(&path, is_folder) {
                continue;
            }
            if is_folder {
                if package::is_entered(&name) && place.matches('/').count() < MAX_DEPTH {
                    queue.push((format!("{path}/"), entry.unchecked_into(), exclusions.clone()));
                } else {
                    is_partial = true;
                }
                continue;
            }
            let Some(path) = FilePath::new(&path).filter(package::is_catalog_path) else { continue };
            found.read(entry.unchecked_into(), path, known).await?;
            if found.stamps.len() % REPORT_INTERVAL == 1 {
                report(found.stamps.len())?;
            }
        }
    }
    if is_partial {
        found.read_named(folder, known).await?;
    }
    Ok(found)
}

impl Walk {
    /// Reads a file, unless it is known to be unchanged.
    async fn read(
        &mut self,
        handle: FileSystemFileHandle,
        path: FilePath,
        known: &SortedMap<FilePath, Stamped>,
    ) -> Result<(), String> {
        if self.stamps.len() >= MAX_FILES {
            return Err(words::too_many_files(MAX_FILES));
        }
        let Ok(file) = stamped(&handle, &path, known.get(&path)).await else {
            self.listing.unknown.insert(path.to_string(), words::cannot_be_read().to_owned());
            return Ok(());
        };
        if let Some(text) = &file.text {
            self.listing.files.insert(path.clone(), text.clone());
        }
        self.stamps.insert(path, file);
        Ok(())
    }

    /// Reads excluded files that other files name by path.
    async fn read_named(
        &mut self,
        folder: &FileSystemDirectoryHandle,
        known: &SortedMap<FilePath, Stamped>,
    ) -> Result<(), String> {
        let mut queue: Vec<FilePath> = self.stamps.keys().cloned().collect();
        while let Some(path) = queue.pop() {
            let named = self.stamps.get(&path).map_or(&[][..], |file| file.named(&path)).to_vec();
            for path in named.into_iter().filter(package::is_source_path) {
                if self.stamps.contains_key(&path) {
                    continue;
                }
                if let Ok(Some(handle)) = file_in(folder.clone(), &path, false).await {
                    self.read(handle, path.clone(), known).await?;
                    queue.push(path);
                }
            }
        }
        Ok(())
    }
}

/// The files of any kind in the open folder, except excluded files and the output of tools.
pub async fn list(editor: Editor) -> Result<Sizes, String> {
    let folder = editor.folder.get_value().ok_or(words::no_folder_open())?;
    let mut found = Vec::new();
    let mut queue = vec![(String::new(), folder, Exclusions::default())];
    while let Some((place, handle, exclusions)) = queue.pop() {
        let entries = entries_of(&handle).await?;
        let exclusions = with_own(exclusions, &place, &entries).await;
        for entry in entries {
            let name = entry.name();
            let path = format!("{place}{name}");
            let is_folder = entry.kind() == FileSystemHandleKind::Directory;
            if !package::is_entered(&name) || exclusions.leaves_out(&path, is_folder) {
                continue;
            }
            if is_folder {
                if place.matches('/').count() < MAX_DEPTH {
                    queue.push((format!("{path}/"), entry.unchecked_into(), exclusions.clone()));
                }
                continue;
            }
            let Some(path) = FilePath::new(&path) else { continue };
            if found.len() >= MAX_FILES {
                return Err(words::too_many_files(MAX_FILES));
            }
            // Files that were deleted in the meantime are not listed.
            if let Ok(file) = file_of(&entry.unchecked_into()).await {
                found.push((path, file.size() as u64));
            }
        }
    }
    Ok(gather(found))
}

/// The content of a file of any kind in the open folder, unless it is hidden.
pub async fn content(editor: Editor, path: &FilePath) -> Result<Vec<u8>, Absence> {
    if path.as_str().split('/').any(|name| name.starts_with('.')) {
        return Err(Absence::Missing);
    }
    let handle = find(editor, path, false).await.map_err(Absence::Unreadable)?.ok_or(Absence::Missing)?;
    let file = file_of(&handle).await.map_err(Absence::Unreadable)?;
    if file.size() > MAX_TOTAL as f64 {
        return Err(Absence::TooLarge);
    }
    read(&file).await.map_err(Absence::Unreadable)
}

async fn entries_of(folder: &FileSystemDirectoryHandle) -> Result<Vec<FileSystemHandle>, String> {
    let (mut found, entries): (_, AsyncIterator) = (Vec::new(), folder.values());
    loop {
        let step = JsFuture::from(entries.next().map_err(reason)?).await.map_err(reason)?;
        if Reflect::get(&step, &"done".into()).is_ok_and(|done| done.is_truthy()) {
            return Ok(found);
        }
        found.push(Reflect::get(&step, &"value".into()).map_err(reason)?.unchecked_into());
    }
}

/// Adds the exclusions declared in the folder at `place`: by its `.gitignore`, and at the root by the settings.
async fn with_own(mut exclusions: Exclusions, place: &str, entries: &[FileSystemHandle]) -> Exclusions {
    if let Some(text) = text_among(entries, exclusion::FILE).await {
        exclusions = exclusions.with_list(place.trim_end_matches('/'), &text);
    }
    match text_among(entries, catalog_settings::FILE).await.filter(|_| place.is_empty()) {
        Some(text) => exclusions.with_settings("", CatalogSettings::of_text(&text).exclude.iter().map(String::as_str)),
        None => exclusions,
    }
}

/// The text of the file with this name, if there is one.
async fn text_among(entries: &[FileSystemHandle], name: &str) -> Option<String> {
    let is_meant = |entry: &&FileSystemHandle| entry.kind() == FileSystemHandleKind::File && entry.name() == name;
    let file = entries.iter().find(is_meant)?.clone().unchecked_into();
    text_of(&file_of(&file).await.ok()?).await.ok()
}

/// Reads a file that may have changed since it was `known`.
async fn stamped(handle: &FileSystemFileHandle, path: &FilePath, known: Option<&Stamped>) -> Result<Stamped, String> {
    let file = file_of(handle).await?;
    let stamp = (file.last_modified(), file.size());
    if let Some(known) = known.filter(|known| known.stamp == stamp && !known.is_fresh) {
        return Ok(known.clone());
    }
    let text = text_of(&file).await?;
    let is_fresh = js_sys::Date::now() - stamp.0 < FRESH;
    let is_other = !package::is_part(path, &text);
    let text = (!is_other).then(|| SavedText { etag: etag(&text), text: Arc::from(text) });
    Ok(Stamped { stamp, is_fresh, text, named: OnceLock::new() })
}

/// The content at this path on disk, if the file exists.
pub async fn on_disk(editor: Editor, path: &FilePath) -> Result<Option<SavedText>, String> {
    let Some(file) = find(editor, path, false).await? else { return Ok(None) };
    let text = text_of(&file_of(&file).await?).await?;
    Ok(Some(SavedText { etag: etag(&text), text: Arc::from(text) }))
}

/// Writes a file, and creates it with its folders if it does not exist.
pub async fn write(editor: Editor, path: &FilePath, text: &str) -> Result<String, String> {
    check(path, Writing::Text)?;
    let file = match find(editor, path, false).await? {
        Some(file) => file,
        None => create(editor, path, Writing::NewText).await?,
    };
    write_to(&file, text.as_bytes()).await?;
    Ok(etag(text))
}

/// Writes a packed chart or an artifact, unless there is a file at its path already.
pub async fn write_new(editor: Editor, path: &FilePath, bytes: &[u8]) -> Result<(), String> {
    let writing = if package::is_chart(bytes) { Writing::NewChart } else { Writing::NewArtifact };
    match find(editor, path, false).await? {
        Some(file) if read(&file_of(&file).await?).await? == bytes => Ok(()),
        Some(_) => Err(words::other_content().to_owned()),
        None => write_to(&create(editor, path, writing).await?, bytes).await,
    }
}

/// Creates an empty file with its folders.
async fn create(editor: Editor, path: &FilePath, writing: Writing) -> Result<FileSystemFileHandle, String> {
    check(path, writing)?;
    let folder = editor.folder.get_value().ok_or(words::no_folder_open())?;
    if is_left_out(folder, path).await? {
        return Err(words::excluded().to_owned());
    }
    find(editor, path, true).await?.ok_or_else(|| words::cannot_be_created().to_owned())
}

/// Replaces the content of a file.
async fn write_to(file: &FileSystemFileHandle, bytes: &[u8]) -> Result<(), String> {
    let stream: FileSystemWritableFileStream =
        JsFuture::from(file.create_writable()).await.map_err(reason)?.unchecked_into();
    // The file is only replaced on close.
    let content = js_sys::Uint8Array::from(bytes);
    JsFuture::from(stream.write_with_buffer_source(&content).map_err(reason)?).await.map_err(reason)?;
    JsFuture::from(stream.close()).await.map_err(reason)?;
    Ok(())
}

/// Refuses the paths that the program refuses to write.
fn check(path: &FilePath, writing: Writing) -> Result<(), String> {
    package::check_writable(path, writing).map_err(|why| words::unwritable(why).to_owned())
}

/// Whether a path is excluded by a `.gitignore` or the settings: a file there would not be read again.
async fn is_left_out(folder: FileSystemDirectoryHandle, path: &FilePath) -> Result<bool, String> {
    let mut exclusions = Exclusions::default();
    let (mut place, mut here) = (String::new(), Some(folder));
    for name in path.folder().split('/').filter(|name| !name.is_empty()) {
        if !package::is_entered(name) {
            return Ok(true);
        }
        let Some(folder) = here.take() else { continue };
        exclusions = with_own(exclusions, &place, &entries_of(&folder).await?).await;
        here = child(&folder, name, false).await?;
        place = format!("{place}{name}/");
    }
    if let Some(folder) = here {
        exclusions = with_own(exclusions, &place, &entries_of(&folder).await?).await;
    }
    Ok(exclusions.leaves_out_file(path.as_str()))
}

/// Deletes an existing file.
pub async fn remove(editor: Editor, path: &FilePath) -> Result<(), String> {
    check(path, Writing::Text)?;
    let Some(folder) = folder_of(editor, path, false).await? else { return Ok(()) };
    JsFuture::from(folder.remove_entry(path.name())).await.map_err(reason)?;
    Ok(())
}

/// The file at a path of the open folder; `None` if it does not exist and is not to be created.
async fn find(editor: Editor, path: &FilePath, make: bool) -> Result<Option<FileSystemFileHandle>, String> {
    file_in(editor.folder.get_value().ok_or(words::no_folder_open())?, path, make).await
}

/// The file at a path of a folder; `None` if it does not exist and is not to be created.
async fn file_in(
    folder: FileSystemDirectoryHandle,
    path: &FilePath,
    make: bool,
) -> Result<Option<FileSystemFileHandle>, String> {
    let Some(folder) = folder_in(folder, path, make).await? else { return Ok(None) };
    let options = FileSystemGetFileOptions::new();
    options.set_create(make);
    match JsFuture::from(folder.get_file_handle_with_options(path.name(), &options)).await {
        Ok(file) => Ok(Some(file.unchecked_into())),
        Err(error) if is_absence(&error) => Ok(None),
        Err(error) => Err(reason(error)),
    }
}

/// The folder of a path; `None` if it does not exist and is not to be created.
async fn folder_of(editor: Editor, path: &FilePath, make: bool) -> Result<Option<FileSystemDirectoryHandle>, String> {
    folder_in(editor.folder.get_value().ok_or(words::no_folder_open())?, path, make).await
}

async fn folder_in(
    mut folder: FileSystemDirectoryHandle,
    path: &FilePath,
    make: bool,
) -> Result<Option<FileSystemDirectoryHandle>, String> {
    for name in path.folder().split('/').filter(|name| !name.is_empty()) {
        let Some(inner) = child(&folder, name, make).await? else { return Ok(None) };
        folder = inner;
    }
    Ok(Some(folder))
}

/// The subfolder of this name; `None` if it does not exist and is not to be created.
async fn child(
    folder: &FileSystemDirectoryHandle,
    name: &str,
    make: bool,
) -> Result<Option<FileSystemDirectoryHandle>, String> {
    let options = FileSystemGetDirectoryOptions::new();
    options.set_create(make);
    match JsFuture::from(folder.get_directory_handle_with_options(name, &options)).await {
        Ok(folder) => Ok(Some(folder.unchecked_into())),
        Err(error) if is_absence(&error) => Ok(None),
        Err(error) => Err(reason(error)),
    }
}

fn is_absence(error: &JsValue) -> bool {
    name_of(error) == "NotFoundError"
}

async fn file_of(handle: &FileSystemFileHandle) -> Result<File, String> {
    Ok(JsFuture::from(handle.get_file()).await.map_err(reason)?.unchecked_into())
}

async fn text_of(file: &File) -> Result<String, String> {
    if file.size() > MAX_BYTES {
        return Err(words::too_large().to_owned());
    }
    read_text(file).await
}

/// A tag that identifies a text.
fn etag(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn name_of(error: &JsValue) -> String {
    Reflect::get(error, &"name".into()).ok().and_then(|name| name.as_string()).unwrap_or_default()
}
