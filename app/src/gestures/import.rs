//! Imports files and archives that the user chose or dropped on the window. They are added to the workspace as one
//! change, which can be undone, and never overwrite open files.

use std::collections::BTreeSet;
use std::sync::Arc;

use descriptorium_core::edit::{Change, FileChange};
use descriptorium_core::package::{self, MAX_TOTAL};
use descriptorium_core::rules::catalog_settings::CatalogSettings;
use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::{DragEvent, File, FileList};

use crate::browser::file::read;
use crate::gestures::lazy::GESTURES;
use crate::model::disk::{FileSource, SavedText, Served};
use crate::model::other_files::OpenedArchive;
use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::state::opening::Opening;
use crate::state::question::{Import, Question};
use crate::storage::drafts::Drafts;
use crate::storage::picture;
use crate::words::files as words;

/// The most files that the message names that are not descriptors; the rest are counted.
const NAMED: usize = 12;

/// Imports files that are dropped on the window.
pub fn accept_drops(canvas: Canvas) {
    let files = |event: &DragEvent| event.data_transfer().and_then(|transfer| transfer.files());
    let has_files =
        |event: &DragEvent| event.data_transfer().is_some_and(|transfer| transfer.types().includes(&"Files".into(), 0));
    // Without this the browser would leave the page to show the file, and all unsaved changes with it.
    let over = move |event: DragEvent| {
        if has_files(&event) {
            event.prevent_default();
        }
    };
    let drop = move |event: DragEvent| {
        if has_files(&event) {
            event.prevent_default();
            import_later(canvas, files(&event));
        }
    };
    let _kept = window_event_listener(leptos::ev::dragover, over);
    let _kept = window_event_listener(leptos::ev::drop, drop);
}

pub fn import_later(canvas: Canvas, list: Option<FileList>) {
    let Some(list) = list else { return };
    let files: Vec<File> = (0..list.length()).filter_map(|index| list.get(index)).collect();
    if !files.is_empty() {
        canvas.editor.when_loaded(&GESTURES, move |gestures| (gestures.import_files)(canvas, files));
    }
}

/// Adds the contents of files to the workspace, or asks the user how to import them.
pub fn import_files(canvas: Canvas, files: Vec<File>) {
    let editor = canvas.editor;
    spawn_local(async move {
        let mut asked = Vec::new();
        for file in files {
            let name = file.name();
            match read_import(&name, &file, editor, &asked).await {
                Ok(import) => {
                    let has_folder = editor.served.with_untracked(|served| {
                        served.as_ref().is_some_and(|served| {
                            matches!(served.source, FileSource::Program { .. } | FileSource::Folder)
                        })
                    });
                    if import.is_bundle && has_folder || !import.left_out.is_empty() {
                        asked.push(import);
                    } else {
                        add(editor, &import);
                    }
                }
                Err(why) => editor.fail(&words::not_opened(&format!("{name}: {why}"))),
            }
        }
        if !asked.is_empty() {
            canvas.ask(Question::Import(asked), None);
        }
    });
}

/// Adds an import to the workspace, and opens its first file.
pub fn add(editor: Editor, import: &Import) {
    if editor.apply_quietly(&import.change).is_err() {
        return;
    }
    know_archive(editor, import);
    editor.say(&import.change.title);
    if let Some((first, _)) = created(&import.change).next() {
        editor.show(first);
    }
}

/// Makes all files of an archive available.
fn know_archive(editor: Editor, import: &Import) {
    if let (Some(archive), Some(files)) = (&import.archive, editor.other_files.get_value()) {
        files.add(archive.clone());
        editor.n_fetched.update(|number| *number += 1);
    }
}

pub fn created(change: &Change) -> impl Iterator<Item = (&FilePath, &String)> {
    change.files.iter().filter_map(|file| match file {
        FileChange::Create { path, text } => Some((path, text)),
        FileChange::Delete { .. } | FileChange::Rename { .. } => None,
    })
}

/// Opens an import in place of the current workspace, whose drafts are kept.
pub async fn open_separately(editor: Editor, opening: Opening, drafts: Drafts, imports: Vec<Import>) {
    drafts.flush().await;
    let title = imports.first().map(|first| first.name.clone()).unwrap_or_default();
    let files = imports.iter().flat_map(|import| created(&import.change));
    let files =
        files.map(|(path, text)| (path.clone(), SavedText { text: Arc::from(text.as_str()), etag: String::new() }));
    let served = Served { title: title.clone(), read_only: false, source: FileSource::Memory };
    match editor.open(&opening, served, CatalogSettings::default(), files.collect()).await {
        Ok(()) => {
            imports.iter().for_each(|import| know_archive(editor, import));
            editor.say(&words::opened(&title));
            drafts.track(title).await;
        }
        Err(_) if !opening.is_awaited() => {}
        Err(why) => editor.fail(&words::not_opened(&why)),
    }
}

/// The content of a file, with names that are free in the workspace and in `others`, the other imports of the same
/// question.
async fn read_import(name: &str, file: &File, editor: Editor, others: &[Import]) -> Result<Import, String> {
    let bytes = read(file).await?;
    let analysis = editor.analysis.get_untracked();
    let new = others.iter().flat_map(|other| created(&other.change)).map(|(path, _)| path);
    let taken = analysis.workspace().files().map(|file| &file.path).chain(new);
    opened(name, &bytes, &taken.filter_map(|path| Some(path.as_str().split('/').next()?.to_owned())).collect())
}

/// The content of a file, or why it cannot be imported.
pub fn opened(name: &str, bytes: &[u8], taken: &Taken) -> Result<Import, String> {
    let import_of = |is_bundle, files, left_out| {
        let change = Change { title: words::open_file(name), files, ..Change::default() };
        Import { name: name.to_owned(), change, is_bundle, left_out, archive: None }
    };
    if !package::is_archive(bytes) {
        let text = String::from_utf8(bytes.to_vec()).map_err(|_| words::not_utf8().to_owned())?;
        if let Some(stem) = name.strip_suffix(".svg") {
            let files = picture::unpack(&text).ok_or(words::not_our_svg())?;
            let folder = free(stem, taken).ok_or(words::not_a_name())?;
            let create =
                |(path, text)| Some(FileChange::Create { path: FilePath::new(&format!("{folder}/{path}"))?, text });
            return Ok(import_of(true, files.into_iter().filter_map(create).collect(), Vec::new()));
        }
        let path = free(name, taken).ok_or(words::not_a_name())?;
        return Ok(import_of(false, vec![FileChange::Create { path, text }], Vec::new()));
    }
    let opened = package::open(bytes).map_err(|error| error.to_string())?;
    if opened.files.is_empty() {
        return Err(words::no_yaml().to_owned());
    }
    let folder = name.split('.').next().filter(|stem| !stem.is_empty()).unwrap_or("package");
    let folder = free(folder, taken).ok_or(words::not_a_name())?;
    let files = opened.files.into_iter().filter_map(|(path, text)| {
        let path = FilePath::new(&format!("{folder}/{path}"))?;
        Some(FileChange::Create { path, text })
    });
    let left_out = opened.left_out.iter().map(|left| format!("{}: {}", left.path, left.why));
    let names = opened.others.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    let more = opened.others.len().saturating_sub(NAMED);
    let names = if more == 0 { names } else { names + &words::and_more(more) };
    let others = (!names.is_empty()).then(|| words::not_descriptors(opened.others.len(), &names));
    let import = import_of(true, files.collect(), left_out.chain(others).collect());
    let archive = (bytes.len() as u64 <= MAX_TOTAL).then(|| OpenedArchive { folder, bytes: Arc::from(bytes) });
    Ok(Import { archive, ..import })
}

/// The names of the files and folders at the top level.
pub type Taken = BTreeSet<String>;

/// The name, with a number if it is in use.
fn free(name: &str, taken: &Taken) -> Option<FilePath> {
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
    use super::*;

    #[test]
    fn open_files_are_not_overwritten() {
        let taken = ["a.yaml", "a-2.yaml", "pack"].map(str::to_owned).into();
        let name = |name| free(name, &taken).map(|path| path.to_string());
        assert_eq!(name("a.yaml").as_deref(), Some("a-3.yaml"));
        assert_eq!(name("b.yaml").as_deref(), Some("b.yaml"));
        assert_eq!(name("pack").as_deref(), Some("pack-2"));
        assert_eq!(name("../up.yaml"), None);
    }
}
