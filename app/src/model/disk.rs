//! The known state of the files on disk.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use descriptorium_core::analysis::Analysis;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::named_in;

use crate::model::snapshot::Snapshot;

/// The last known content on disk, by file.
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
    /// It was requested again in the meantime.
    Again,
}

/// Holds from now on that this is on disk at a path, if anything is.
pub fn hold(saved: &mut Disk, path: FilePath, there: Option<SavedText>) {
    match there {
        Some(there) => drop(saved.insert(path, there)),
        None => drop(saved.remove(&path)),
    }
}

pub fn is_dirty(now: &Snapshot, saved: &Disk, path: &FilePath) -> bool {
    match (saved.get(path).map(|saved| &saved.text), now.text(path)) {
        // A text that was not touched is the very same.
        (Some(saved), Some(now)) => !Arc::ptr_eq(saved, &now) && **saved != *now,
        (saved, now) => saved.is_some() != now.is_some(),
    }
}

/// The files that differ from what is on disk; those that are to be taken away come last.
pub fn dirty(now: &Snapshot, saved: &Disk) -> Vec<FilePath> {
    let gone = saved.keys().filter(|path| now.text(path).is_none()).cloned();
    now.paths().into_iter().filter(|path| is_dirty(now, saved, path)).chain(gone).collect()
}

/// The files that are on disk and no more here.
pub fn gone<'a>(analysis: &Analysis, saved: &'a Disk) -> impl Iterator<Item = &'a FilePath> {
    saved.keys().filter(|path| analysis.file(path).is_none())
}

/// A folder that is open.
#[derive(Clone, PartialEq, Debug)]
pub struct Served {
    /// What the folder is called.
    pub title: String,
    pub read_only: bool,
    pub source: FileSource,
}

/// The way to the files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileSource {
    /// A program serves them; a write has to show its token.
    Program { token: String },
    /// The browser lets us at the folder.
    Folder,
    /// The catalog was published with the documentation of it: what is changed can be downloaded.
    Site,
    /// There is no folder: nothing can be saved.
    Memory,
}

/// What a folder has.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Listing {
    pub files: Disk,
    /// The files and folders that cannot be read, and why not; the empty one is the whole folder.
    pub unknown: BTreeMap<String, String>,
}

impl Listing {
    /// Whether nobody can say what is at this path.
    pub fn is_unknown(&self, path: &FilePath) -> bool {
        self.unknown.keys().any(|at| is_in(path, at))
    }
}

/// Whether a file is this one, or lies in this folder.
pub fn is_in(path: &FilePath, at: &str) -> bool {
    let rest = path.as_str().strip_prefix(at);
    at.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The state of the disk at the last read.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Seen {
    /// How often the last known content on disk was updated from here.
    pub writes: u32,
    /// What stands for all that the program serves, and the number of writes at which it did.
    pub tag: Option<(String, u32)>,
    /// The files of a folder that the browser lets us at.
    pub stamps: BTreeMap<FilePath, Stamped>,
}

/// A file as it was read.
#[derive(Clone, PartialEq, Debug)]
pub struct Stamped {
    /// When it had been written last, in milliseconds since 1970, and its size in bytes.
    pub stamp: (f64, f64),
    /// Whether that was so shortly before that the stamp tells nothing.
    pub is_fresh: bool,
    /// What is in it, if that is of a catalog.
    pub text: Option<SavedText>,
    /// The files that it names, once they were asked for.
    pub named: OnceLock<Vec<FilePath>>,
}

impl Stamped {
    /// The files that the text names, as that of the file at `path`.
    pub fn named(&self, path: &FilePath) -> &[FilePath] {
        let Some(SavedText { text, .. }) = &self.text else { return &[] };
        self.named.get_or_init(|| named_in(path, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_not_gone() {
        let listing = |unknown: &[&str]| Listing {
            unknown: unknown.iter().map(|path| ((*path).to_owned(), String::new())).collect(),
            ..Listing::default()
        };
        let path = |path| FilePath::new(path).expect("a plain path");
        let of_folder = listing(&["sub", "x.yaml"]);
        assert!(["sub/a.yaml", "sub/deep/b.yaml", "x.yaml"].map(path).iter().all(|path| of_folder.is_unknown(path)));
        assert!(!["subway.yaml", "other/sub/a.yaml"].map(path).iter().any(|path| of_folder.is_unknown(path)));
        assert!(listing(&[""]).is_unknown(&path("a.yaml")), "the whole folder");
    }
}
