//! What differs from what is on disk, and saving it.

use std::collections::BTreeMap;
use std::sync::Arc;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::editor::Editor;
use crate::server::{SaveError, Way, save};
use crate::words::filing;
use crate::words::shell as words;

/// What is held to be on disk, by file.
pub type Disk = BTreeMap<FilePath, SavedText>;

#[derive(Clone, PartialEq, Debug)]
pub struct SavedText {
    pub text: Arc<str>,
    pub etag: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Saving {
    Idle,
    Now,
    /// Somebody asked for it again meanwhile.
    Again,
}

impl Editor {
    /// Changes what is held to be on disk. A look at the disk that began before does not count.
    pub fn note_saved(&self, change: impl FnOnce(&mut BTreeMap<FilePath, SavedText>)) {
        self.seen.update_value(|seen| seen.writes += 1);
        self.saved.update(change);
    }

    /// Whether a file differs from what is on disk.
    pub fn is_dirty(&self, path: &FilePath) -> bool {
        is_dirty(&self.analysis.get(), &self.saved.read(), path)
    }

    /// Whether anything does.
    pub fn is_changed(&self) -> bool {
        self.dirty.with_untracked(|dirty| !dirty.is_empty())
    }
}

/// Holds from now on that this is on disk at a path, if anything is.
pub fn hold(saved: &mut Disk, path: FilePath, there: Option<SavedText>) {
    match there {
        Some(there) => drop(saved.insert(path, there)),
        None => drop(saved.remove(&path)),
    }
}

fn is_dirty(analysis: &Analysis, saved: &Disk, path: &FilePath) -> bool {
    let now = analysis.file(path).map(|file| &file.text);
    match (saved.get(path).map(|saved| &saved.text), now) {
        // A text that was not touched is the very same.
        (Some(saved), Some(now)) => !Arc::ptr_eq(saved, now) && saved != now,
        (saved, now) => saved.is_some() != now.is_some(),
    }
}

/// The files that differ from what is on disk; those that are to be taken away come last.
pub fn dirty(analysis: &Analysis, saved: &Disk) -> Vec<FilePath> {
    let paths = analysis.workspace().files().map(|file| &file.path);
    paths.filter(|path| is_dirty(analysis, saved, path)).chain(gone(analysis, saved)).cloned().collect()
}

/// The files that are on disk and no more here.
pub fn gone<'a>(analysis: &Analysis, saved: &'a Disk) -> impl Iterator<Item = &'a FilePath> {
    saved.keys().filter(|path| analysis.file(path).is_none())
}

/// Downloads every changed file. They stay changed: their host has them as they were.
fn download_changed(editor: Editor) {
    let analysis = editor.analysis.get_untracked();
    let changed: Vec<FilePath> =
        editor.dirty.get_untracked().into_iter().filter(|path| analysis.file(path).is_some()).collect();
    if changed.is_empty() {
        return editor.say(words::nothing_to_download());
    }
    changed.iter().for_each(|path| crate::begin::download(editor, path));
    editor.say(&words::downloaded(changed.len()));
}

/// Saves every changed file; what cannot be saved is said, and stays changed.
pub fn save_all(editor: Editor) {
    if untrack(|| editor.goes(&Way::Site)) {
        return download_changed(editor);
    }
    if editor.saving.get_untracked() != Saving::Idle {
        return editor.saving.set(Saving::Again);
    }
    let paths = editor.dirty.get_untracked();
    if paths.is_empty() {
        return editor.say(words::nothing_to_save());
    }
    editor.saving.set(Saving::Now);
    spawn_local(async move {
        let (mut saved, mut deleted, mut failures) = (0, 0, Vec::new());
        for path in paths {
            let is_gone = editor.analysis.get_untracked().file(&path).is_none();
            // What goes may be there under another name that could not be written.
            if is_gone && !failures.is_empty() {
                continue;
            }
            match save(editor, path.clone()).await {
                Ok(()) if is_gone => deleted += 1,
                Ok(()) => saved += 1,
                Err(SaveError::Stale) => failures.push(words::changed_on_disk(path.as_str())),
                Err(SaveError::Failed(why)) => failures.push(format!("{path}: {why}")),
            }
        }
        if failures.is_empty() {
            let told = [(saved, words::saved as fn(usize) -> String), (deleted, filing::deleted)];
            let told = told.into_iter().filter(|(count, _)| *count > 0).map(|(count, told)| told(count));
            editor.say(&told.collect::<Vec<_>>().join(", "));
        } else {
            editor.fail(&words::not_saved(&failures.join("; ")));
        }
        let again = editor.saving.get_untracked() == Saving::Again;
        editor.saving.set(Saving::Idle);
        if again && editor.is_changed() {
            save_all(editor);
        }
    });
}
