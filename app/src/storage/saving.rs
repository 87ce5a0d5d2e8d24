//! Saves the files that differ from the disk.

use std::sync::Arc;

use descriptorium_core::package;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::SourceFile;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::model::connection::Connection;
use crate::model::disk::{FileSource, Saving};
use crate::state::editor::Editor;
use crate::storage::host::{self, Outcome};
use crate::storage::server::{SaveError, save, save_dropped};
use crate::words::{connection, file_actions, shell as words};

/// Downloads every changed file. They stay changed, because the folder or the site still has the old versions.
pub fn download_changed(editor: Editor) {
    let analysis = editor.analysis.get_untracked();
    let changed: Vec<FilePath> =
        editor.dirty.get_untracked().into_iter().filter(|path| analysis.file(path).is_some()).collect();
    if changed.is_empty() {
        return editor.say(words::nothing_to_download());
    }
    changed.iter().for_each(|path| crate::storage::download::download(editor, path));
    editor.say(&words::downloaded(changed.len()));
}

/// Saves every changed file. Files that cannot be saved are reported and stay changed.
pub fn save_all(editor: Editor) {
    if untrack(|| editor.is_source(&FileSource::Site)) {
        return download_changed(editor);
    }
    if editor.saving.get_untracked() != Saving::Idle {
        return editor.saving.set(Saving::Again);
    }
    let changed = editor.dirty.get_untracked();
    let dropped = if editor.host.is_present { Vec::new() } else { named_files(editor) };
    if changed.is_empty() && dropped.is_empty() {
        return editor.say(words::nothing_to_save());
    }
    editor.saving.set(Saving::Now);
    spawn_local(async move {
        match editor.host.is_present {
            true => save_to_host(editor, &changed).await,
            false => save_to_folder(editor, changed, dropped).await,
        }
        let again = editor.saving.get_untracked() == Saving::Again;
        editor.saving.set(Saving::Idle);
        if again && editor.is_changed() {
            save_all(editor);
        }
    });
}

/// Asks the host to save these files, all at once.
async fn save_to_host(editor: Editor, changed: &[FilePath]) {
    match host::save(editor, changed).await {
        Ok(Outcome { saved, deleted, conflicts }) if conflicts.is_empty() => say_saved(editor, saved, deleted),
        Ok(Outcome { conflicts, .. }) => {
            let messages = conflicts.iter().map(|path| crate::words::host::not_saved_there(path.as_str()));
            editor.fail(&words::not_saved(&messages.collect::<Vec<_>>().join("; ")));
        }
        Err(why) => editor.fail(&words::not_saved(&why)),
    }
}

/// Saves these files one after another, with the files that were dropped on the page.
async fn save_to_folder(editor: Editor, changed: Vec<FilePath>, dropped: Vec<(FilePath, Arc<[u8]>)>) {
    // Charts come first, so that no descriptor on disk names a chart that is not there. The program writes other new files
    // only once a descriptor names them.
    let (charts, artifacts): (Vec<_>, Vec<_>) = dropped.into_iter().partition(|(_, bytes)| package::is_chart(bytes));
    let new = |(path, bytes): (FilePath, Arc<[u8]>)| (path, Some(bytes));
    let texts = changed.into_iter().map(|path| (path, None));
    let (mut saved, mut deleted, mut failures) = (0, 0, Vec::new());
    let (mut obstacle, mut missing) = (None, Vec::new());
    for (path, content) in charts.into_iter().map(new).chain(texts).chain(artifacts.into_iter().map(new)) {
        let file = editor.analysis.get_untracked().file(&path).cloned();
        let is_gone = content.is_none() && file.is_none();
        // A deleted file may have a new name that could not be written.
        if is_gone && !failures.is_empty() || file.is_some_and(|file| missing.iter().any(|at| names(&file, at))) {
            continue;
        }
        let done = match &content {
            Some(bytes) => save_dropped(editor, &path, bytes).await,
            None => save(editor, path.clone()).await,
        };
        match done {
            Ok(()) if is_gone => deleted += 1,
            Ok(()) => saved += 1,
            Err(SaveError::Stale) => failures.push(words::changed_on_disk(path.as_str())),
            Err(SaveError::Failed(why)) => {
                failures.push(format!("{path}: {why}"));
                missing.extend(content.map(|_| path));
            }
            Err(SaveError::Unavailable(why)) => {
                obstacle = Some(why);
                break;
            }
        }
    }
    // Without a connection, the files are saved as soon as it is back.
    let is_later = obstacle.is_some() && editor.connection.get_untracked() == Connection::Lost;
    editor.save_later.set_value(is_later);
    if let Some(why) = obstacle {
        editor.fail(&if is_later { connection::saved_later(&why) } else { words::not_saved(&why) });
    } else if failures.is_empty() {
        say_saved(editor, saved, deleted);
    } else {
        editor.fail(&words::not_saved(&failures.join("; ")));
    }
}

/// Says how many files were saved and deleted.
fn say_saved(editor: Editor, saved: usize, deleted: usize) {
    let counts = [(saved, words::saved as fn(usize) -> String), (deleted, file_actions::deleted)];
    let messages = counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, message)| message(count));
    editor.say(&messages.collect::<Vec<_>>().join(", "));
}

/// The charts and artifacts that were dropped on the page and are not in the folder. If no file names one any more, adding
/// it was undone.
fn named_files(editor: Editor) -> Vec<(FilePath, Arc<[u8]>)> {
    let analysis = editor.analysis.get_untracked();
    let is_named = |path: &FilePath| analysis.workspace().files().any(|file| names(file, path));
    editor.dropped().into_iter().filter(|(path, _)| is_named(path)).collect()
}

/// Whether a descriptor names a file.
fn names(file: &SourceFile, other: &FilePath) -> bool {
    file.text.contains(other.name())
}
