//! Unsaved changes.

use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::text::FilePath;
use leptos::prelude::*;

use crate::model::disk::{SavedText, is_dirty};
use crate::state::editor::Editor;

impl Editor {
    /// Updates the last known content on disk. The result of a read that began earlier is discarded.
    pub fn note_saved(&self, change: impl FnOnce(&mut SortedMap<FilePath, SavedText>)) {
        self.seen.update_value(|seen| seen.writes += 1);
        self.saved.update(change);
    }

    /// Whether a file differs from the disk.
    pub fn is_dirty(&self, path: &FilePath) -> bool {
        is_dirty(&self.analysis.get(), &self.saved.read(), path)
    }

    /// Whether there are unsaved changes.
    pub fn is_changed(&self) -> bool {
        self.dirty.with_untracked(|dirty| !dirty.is_empty())
    }
}
