//! Watches the open folder for changes on disk. A file without changes here is updated, as a step that can be undone;
//! for any other file both versions are offered side by side ([`crate::views::conflicts::Conflicts`]).

use std::sync::Arc;
use std::time::Duration;

use descriptorium_core::edit::{Change, FileChange};
use descriptorium_core::sorted_map::{SortedMap, SortedSet};
use descriptorium_core::sorting::gather;
use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::model::connection::Connection;
use crate::model::disk::{Disk, FileSource, Listing, SavedText, Saving, hold, is_in};
use crate::model::text_diff;
use crate::state::editor::Editor;
use crate::storage::server::{self, ServeError};
use crate::storage::{access, folder, saving};
use crate::words::files as words;

/// The least pause between two reads in milliseconds, and as a multiple of the duration of the last read.
const REST: f64 = 1_200.0;
const SHARE: f64 = 10.0;
/// The longest pause in milliseconds.
const LONGEST: f64 = 30_000.0;
/// The most times in a row that a read is put off while the user types: it slows a key press down by a quarter.
const MAX_PUT_OFF: u8 = 3;

/// The files that differ from the last known state of the disk, with their content there.
type Differing = Vec<(FilePath, Option<SavedText>)>;

#[derive(Clone, Copy)]
struct Watch {
    editor: Editor,
    is_looking: StoredValue<bool>,
    /// The files that were missing or empty at the last read: they may just be being written.
    doubtful: StoredValue<SortedSet<FilePath>>,
    /// The obstacles that were found at the last read.
    reported: StoredValue<SortedSet<String>>,
}

/// Watches the disk as long as the page is open: at once when the user comes back to the page, and at regular
/// intervals.
pub fn watch(editor: Editor) {
    let watch = Watch {
        editor,
        is_looking: StoredValue::new(false),
        doubtful: StoredValue::new(SortedSet::new()),
        reported: StoredValue::new(SortedSet::new()),
    };
    for event in ["focus", "visibilitychange"] {
        let _kept = window_event_listener_untyped(event, move |_| spawn_local(watch.look()));
    }
    watch.schedule(0.0, 0);
}

impl Watch {
    fn schedule(self, pause: f64, n_put_off: u8) {
        let look = move || {
            let is_typing = self.editor.analysis.with_untracked(|analysis| analysis.is_edited());
            if is_typing && n_put_off < MAX_PUT_OFF {
                return self.schedule(REST, n_put_off + 1);
            }
            spawn_local(async move {
                let began = js_sys::Date::now();
                self.look().await;
                let taken = js_sys::Date::now() - began;
                // A program that did not respond is asked again soon, however long the attempt took.
                let is_lost = self.editor.connection.get_untracked() == Connection::Lost;
                self.schedule(if is_lost { REST } else { (taken * SHARE).clamp(REST, LONGEST) }, 0);
            });
        };
        set_timeout(look, Duration::from_millis(pause as u64));
    }

    async fn look(self) {
        if document().hidden() || self.is_looking.get_value() || !self.is_idle() {
            return;
        }
        self.is_looking.set_value(true);
        let writes = self.writes();
        let found = self.listing(writes).await;
        self.is_looking.set_value(false);
        // A write during the read may be in its result or not; the next read will tell.
        if !self.is_idle() || self.writes() != writes {
            return;
        }
        let (differing, tag) = match found {
            Some((listing, tag)) => {
                self.report(self.unread(&listing));
                let (differing, is_all) = self.settled(self.differing(&listing));
                (differing, is_all.then_some(tag))
            }
            // The obstacle may be gone.
            None => (self.editor.conflicts.get_untracked().into_iter().collect(), None),
        };
        settle(self.editor, differing);
        if let Some(tag) = tag {
            let writes = self.writes();
            self.editor.seen.update_value(|seen| seen.tag = tag.map(|tag| (tag, writes)));
        }
        if self.editor.save_later.get_value() && self.editor.connection.get_untracked() == Connection::Open {
            self.editor.save_later.set_value(false);
            saving::save_all(self.editor);
        }
    }

    /// The differences without files that are missing or empty for the first time, and whether these are all: editors
    /// and checkouts may empty or delete a file before they write it.
    fn settled(self, differing: Differing) -> (Differing, bool) {
        let is_doubtful = |there: &Option<SavedText>| there.as_ref().is_none_or(|there| there.text.trim().is_empty());
        let doubtful: SortedSet<FilePath> =
            gather(differing.iter().filter(|(_, there)| is_doubtful(there)).map(|(path, _)| path.clone()));
        let before = self.doubtful.try_update_value(|before| std::mem::replace(before, doubtful)).unwrap_or_default();
        let n_all = differing.len();
        let settled: Differing =
            differing.into_iter().filter(|(path, there)| !is_doubtful(there) || before.contains(path)).collect();
        let is_all = settled.len() == n_all;
        (settled, is_all)
    }

    fn is_idle(self) -> bool {
        self.editor.saving.get_untracked() == Saving::Idle
    }

    fn writes(self) -> u32 {
        self.editor.seen.with_value(|seen| seen.writes)
    }

    /// The files on disk and their tag; `None` if they are unchanged or unavailable.
    async fn listing(self, writes: u32) -> Option<(Listing, Option<String>)> {
        let source = self.editor.served.with_untracked(|served| served.as_ref().map(|served| served.source.clone()))?;
        match source {
            FileSource::Program { .. } => {
                access::renew(self.editor).await;
                let known = self.editor.seen.with_value(|seen| seen.tag.clone()).filter(|(_, at)| *at == writes);
                match server::look(self.editor, known.as_ref().map(|(tag, _)| tag.as_str())).await {
                    Ok(found) => found,
                    // The state of the connection shows it.
                    Err(ServeError::Unreachable | ServeError::NotServed) => None,
                    Err(ServeError::Unexpected(why) | ServeError::Unreadable(why)) => {
                        self.report(gather([why]));
                        // Everything is read again once it responds.
                        self.editor.seen.update_value(|seen| seen.tag = None);
                        None
                    }
                }
            }
            FileSource::Folder => folder::look(self.editor).await.ok().map(|listing| (listing, None)),
            FileSource::Site | FileSource::Host | FileSource::Memory => None,
        }
    }

    /// The open files that can no longer be read.
    fn unread(self, listing: &Listing) -> SortedSet<String> {
        let is_open = |at: &str| self.editor.saved.with_untracked(|saved| saved.keys().any(|path| is_in(path, at)));
        let unread = listing.unknown.iter().filter(|(at, _)| is_open(at));
        unread.map(|(at, why)| words::not_read(&format!("{at}: {why}"))).collect()
    }

    /// Reports obstacles once, and when they are gone.
    fn report(self, troubles: SortedSet<String>) {
        let before = self.reported.get_value();
        match troubles.difference(&before).next() {
            Some(new) => self.editor.fail(new),
            None if troubles.is_empty() && !before.is_empty() => self.editor.say(words::watching_again()),
            None => {}
        }
        self.reported.set_value(troubles);
    }

    /// The files that differ from the last known state of the disk.
    fn differing(self, listing: &Listing) -> Differing {
        let there = self.editor.saved.with_untracked(|saved| {
            let paths: SortedSet<&FilePath> = gather(saved.keys().chain(listing.files.keys()));
            let known = paths.into_iter().filter(|path| !listing.is_unknown(path));
            let differ = known.filter(|path| {
                let etag = |of: &Disk| of.get(path).map(|text| text.etag.clone());
                etag(saved) != etag(&listing.files)
            });
            differ.map(|path| (path.clone(), listing.files.get(path).cloned())).collect::<Vec<_>>()
        });
        let remains = |path: &FilePath| listing.is_unknown(path) || there.iter().any(|(other, _)| other == path);
        if !self.editor.conflicts.with_untracked(|conflicts| conflicts.keys().all(remains)) {
            self.editor.conflicts.update(|conflicts| conflicts.retain(|path, _| remains(path)));
        }
        there
    }
}

/// Applies changes on disk that do not conflict with changes here.
fn settle(editor: Editor, differing: Differing) {
    let analysis = editor.analysis.get_untracked();
    let (mut change, mut known, mut conflicting) = (Change::default(), Vec::new(), Vec::new());
    for (path, there) in differing {
        let here = analysis.file(&path).map(|file| Arc::clone(&file.text));
        let text = there.as_ref().map(|there| Arc::clone(&there.text));
        if here == text {
            known.push((path, there));
            continue;
        }
        if untrack(|| editor.is_dirty(&path)) || editor.is_undone(&path) {
            conflicting.push((path, there));
            continue;
        }
        match (here, text) {
            (Some(here), Some(text)) => drop(change.edits.insert(path.clone(), text_diff::edit(&here, &text))),
            (None, Some(text)) => {
                change.files.push(FileChange::Create { path: path.clone(), text: text.to_string() });
            }
            (_, None) => change.files.push(FileChange::Delete { path: path.clone() }),
        }
        known.push((path, there));
    }
    change.title = title(&change);
    let is_other = !change.edits.is_empty() || !change.files.is_empty();
    if is_other && editor.follow(&change).is_err() {
        return;
    }
    let are_known = |conflicts: &SortedMap<FilePath, Option<SavedText>>| {
        conflicting.iter().all(|(path, there)| conflicts.get(path) == Some(there))
            && !known.iter().any(|(path, _)| conflicts.contains_key(path))
    };
    if !editor.conflicts.with_untracked(are_known) {
        editor.conflicts.update(|conflicts| {
            known.iter().for_each(|(path, _)| drop(conflicts.remove(path)));
            conflicts.extend(conflicting);
        });
    }
    if !known.is_empty() {
        let analysis = editor.analysis.get_untracked();
        editor.note_saved(|saved| {
            for (path, there) in known {
                // Comparing a text with itself is fast.
                let same = |there: &SavedText| analysis.file(&path).filter(|file| file.text == there.text);
                let there = there.map(|there| match same(&there) {
                    Some(file) => SavedText { text: Arc::clone(&file.text), ..there },
                    None => there,
                });
                hold(saved, path, there);
            }
        });
    }
    if is_other {
        editor.say(&words::undo_reverts(&change.title));
    }
}

/// The name of a change on disk in the undo menu.
fn title(change: &Change) -> String {
    let edited: Vec<&FilePath> = change.edits.keys().collect();
    match (edited.as_slice(), change.files.as_slice()) {
        ([path], []) => words::changed_there(path.as_str()),
        ([], [FileChange::Create { path, .. }]) => words::new_there(path.as_str()),
        ([], [FileChange::Delete { path }]) => words::gone_there(path.as_str()),
        (edits, files) => words::many_there(edits.len() + files.len()),
    }
}
