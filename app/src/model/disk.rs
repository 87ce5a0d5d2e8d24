//! The known state of the files on disk.

use std::sync::{Arc, OnceLock};

use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::named_in;

use crate::model::snapshot::Snapshot;

/// The last known content on disk, by file.
pub type Disk = SortedMap<FilePath, SavedText>;

#[derive(Clone, PartialEq, Debug)]
pub struct SavedText {
    pub text: Arc<str>,
    pub etag: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Saving {
    Idle,
    Now,
    /// Requested again in the meantime.
    Again,
}

/// Records the content on disk at a path, or that there is no file.
pub fn hold(saved: &mut Disk, path: FilePath, there: Option<SavedText>) {
    match there {
        Some(there) => drop(saved.insert(path, there)),
        None => drop(saved.remove(&path)),
    }
}

/// Whether a file differs from the disk.
pub fn is_dirty(now: &Snapshot, saved: &Disk, path: &FilePath) -> bool {
    match (saved.get(path).map(|saved| &saved.text), now.text(path)) {
        (Some(saved), Some(now)) => !is_same(saved, &now),
        (saved, now) => saved.is_some() != now.is_some(),
    }
}

/// Whether two texts are equal. Untouched ones are the identical object, which `==` would not notice: it compares all bytes.
pub fn is_same(one: &Arc<str>, other: &Arc<str>) -> bool {
    Arc::ptr_eq(one, other) || one == other
}

/// The files that differ from the disk; deleted ones come last. Computed at every keystroke, so both lists, which are
/// sorted by path, are only walked once.
pub fn dirty(now: &Snapshot, saved: &Disk) -> Vec<FilePath> {
    let mut saved = saved.iter().peekable();
    let (mut changed, mut gone) = (Vec::new(), Vec::new());
    for (path, text) in now.texts() {
        while let Some((path, _)) = saved.next_if(|(saved, _)| **saved < path) {
            gone.push(path.clone());
        }
        let on_disk = saved.next_if(|(saved, _)| **saved == path);
        if on_disk.is_none_or(|(_, saved)| !is_same(&saved.text, &text)) {
            changed.push(path);
        }
    }
    changed.into_iter().chain(gone).chain(saved.map(|(path, _)| path.clone())).collect()
}

/// The files that are on disk but were deleted here.
pub fn gone<'a>(now: &Snapshot, saved: &'a Disk) -> impl Iterator<Item = &'a FilePath> {
    saved.keys().filter(|path| now.text(path).is_none())
}

/// A folder that is open.
#[derive(Clone, PartialEq, Debug)]
pub struct Served {
    /// The name of the folder.
    pub title: String,
    pub read_only: bool,
    /// Whether the folder is in a Git repository with commits, which the program can read.
    pub has_commits: bool,
    pub source: FileSource,
}

/// The source of the files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileSource {
    /// A program serves the files: the ids of its folder and of its run.
    Program { folder: String, run: String },
    /// The browser gives access to the folder.
    Folder,
    /// The catalog was published with its documentation: changes can be downloaded.
    Site,
    /// The page around the modeller, over a port.
    Host,
    /// There is no folder: nothing can be saved.
    Memory,
}

/// The contents of a folder.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Listing {
    pub files: Disk,
    /// Files and folders that cannot be read, with the reasons; the empty path is the whole folder.
    pub unknown: SortedMap<String, String>,
}

impl Listing {
    /// Whether the content at this path is unknown.
    pub fn is_unknown(&self, path: &FilePath) -> bool {
        self.unknown.keys().any(|at| is_in(path, at))
    }
}

/// Whether a path is `at`, or is in the folder `at`.
pub fn is_in(path: &FilePath, at: &str) -> bool {
    let rest = path.as_str().strip_prefix(at);
    at.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The state of the disk at the last read.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Seen {
    /// The number of updates from here to the known content on disk.
    pub writes: u32,
    /// The tag of everything that the program serves, and the number of writes at that time.
    pub tag: Option<(String, u32)>,
    /// The files of a folder that the browser gives access to.
    pub stamps: SortedMap<FilePath, Stamped>,
}

/// A file as it was read.
#[derive(Clone, PartialEq, Debug)]
pub struct Stamped {
    /// The time of its last change, in milliseconds since 1970, and its size in bytes.
    pub stamp: (f64, f64),
    /// Whether it had been changed so recently that the stamp does not prove anything.
    pub is_fresh: bool,
    /// The content, if the file belongs to a catalog.
    pub text: Option<SavedText>,
    /// The files that it refers to, computed on demand.
    pub named: OnceLock<Vec<FilePath>>,
}

impl Stamped {
    /// The files that the text refers to, relative to `path`.
    pub fn named(&self, path: &FilePath) -> &[FilePath] {
        let Some(SavedText { text, .. }) = &self.text else { return &[] };
        self.named.get_or_init(|| named_in(path, text))
    }
}

#[cfg(test)]
mod tests {
    use descriptorium_core::analysis::Analysis;
    use descriptorium_core::settings::Settings;
    use descriptorium_core::workspace::Workspace;

    use super::*;

    #[test]
    fn unreadable_files_are_not_deleted() {
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

    /// The oracle asks about one file after another.
    #[test]
    fn changed_files_come_first_and_deleted_ones_last() {
        let path = |path| FilePath::new(path).expect("a plain path");
        let here = [("b.yaml", "same"), ("c.yaml", "edited"), ("e.yaml", "new"), ("f.yaml", "same")];
        let on_disk = [("a.yaml", "gone"), ("b.yaml", "same"), ("c.yaml", "before"), ("d.yaml", "gone")];
        let workspace = Workspace::new(here.map(|(name, text)| (path(name), text.to_owned())));
        let now = Snapshot::from(Analysis::new(workspace, Settings::default()));
        let saved = |text: &str| SavedText { text: text.into(), etag: String::new() };
        let disk: Disk = on_disk.iter().map(|(name, text)| (path(name), saved(text))).collect();
        let found = dirty(&now, &disk);
        assert_eq!(found, ["c.yaml", "e.yaml", "f.yaml", "a.yaml", "d.yaml"].map(path));
        let all = here.iter().chain(&on_disk).map(|(name, _)| path(name));
        assert!(all.clone().all(|path| is_dirty(&now, &disk, &path) == found.contains(&path)));
        let read = here.iter().map(|(name, text)| (path(name), saved(text))).collect();
        assert!(dirty(&now, &read).is_empty() && dirty(&now, &Disk::new()).len() == here.len());
    }
}
