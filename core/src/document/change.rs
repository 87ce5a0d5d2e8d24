//! Changes of files: the edits of fixes, and the result of `check --fix --dry-run`.

use serde::Serialize;

use crate::analysis::Analysis;
use crate::document::check::{Check, Region};
use crate::document::finding;
use crate::edit;
use crate::text::FilePath;

/// A replacement of the text in a range. The ranges of all edits of a change refer to the text before the change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Edit {
    pub file: String,
    #[serde(flatten)]
    pub region: Region,
    /// The new text; empty to delete the range.
    pub text: String,
}

/// A file that is created, deleted or renamed, after the edits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum FileChange {
    Create { file: String, text: String },
    Delete { file: String },
    Rename { file: String, to: String },
}

/// A change that is not applied: edits, then files that are created, deleted or renamed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Edits {
    /// A short description, for a menu or the history.
    pub title: String,
    pub edits: Vec<Edit>,
    pub files: Vec<FileChange>,
}

/// The changes that `check --fix --dry-run` would make: all safe fixes combined.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Change {
    /// The findings before the change.
    #[serde(flatten)]
    pub check: Check,
    /// The number of fixes that would be made.
    pub fixes: usize,
    /// The files that would change.
    pub changes: Vec<ChangedFile>,
}

/// A file that would change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChangedFile {
    pub file: String,
    /// The change in the format of `git apply` and `patch -p1`.
    pub patch: String,
}

impl Edit {
    pub fn new(edit: &finding::Edit) -> Self {
        Edit { file: edit.file.clone(), region: Region::new(Some(&edit.place)), text: edit.text.clone() }
    }
}

impl Edits {
    /// `shown` returns the displayed name of a file.
    pub fn new(change: &edit::Change, analysis: &Analysis, shown: &dyn Fn(&FilePath) -> String) -> Self {
        Edits {
            title: change.title.clone(),
            edits: finding::edits(change, analysis, shown).iter().map(Edit::new).collect(),
            files: change.files.iter().map(|file| FileChange::new(file, shown)).collect(),
        }
    }
}

impl FileChange {
    /// `shown` returns the displayed name of a file.
    pub fn new(change: &edit::FileChange, shown: &dyn Fn(&FilePath) -> String) -> Self {
        match change {
            edit::FileChange::Create { path, text } => FileChange::Create { file: shown(path), text: text.clone() },
            edit::FileChange::Delete { path } => FileChange::Delete { file: shown(path) },
            edit::FileChange::Rename { from, to } => FileChange::Rename { file: shown(from), to: shown(to) },
        }
    }
}
