//! The output folder of a site. A manifest in it lists the written files with their fingerprints, so that the next
//! build writes only changed files and deletes those that are no longer needed.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use cap_std::fs::{Dir, OpenOptions};
use descriptorium_core::text::FilePath;
use hashbrown::{HashMap, HashSet};

use crate::command::Failure;
use crate::folder::{self, Folder, Stamp};
use crate::hash::Hash;

/// The manifest: a sorted line for each file, with its fingerprint and path. In a shard, a line before them identifies
/// the shard. During a build, lines at the end invalidate files that are about to be written.
const MANIFEST: &str = folder::SITE;
/// Marks a file whose contents are uncertain. Manifests of earlier programs have no fingerprints at all.
const UNSURE: &str = "-";
/// Starts the line that identifies the shard.
const SHARD: &str = "shard";

/// A shard of a site: `number` of `count`, starting at 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    pub number: usize,
    pub count: usize,
}

impl Shard {
    pub const WHOLE: Shard = Shard { number: 1, count: 1 };

    /// Whether the entry at `index` of a list belongs to the shard.
    pub fn has(self, index: usize) -> bool {
        index % self.count == self.number - 1
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}/{}", self.number, self.count)
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers =
            text.split_once('/').and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((number, count)) if 1 <= number && number <= count => Ok(Shard { number, count }),
            _ => Err("expected a shard and the number of shards, such as 1/4".to_owned()),
        }
    }
}

/// A parsed manifest.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Manifest<'a> {
    /// The shard, and the fingerprint of the whole site.
    pub shard: Option<(Shard, Hash)>,
    /// The files, with their fingerprints if certain.
    ///
    /// Invariant: sorted by path, without duplicates.
    files: Vec<WrittenFile<'a>>,
}

/// A file by its path, with its fingerprint if certain.
pub type WrittenFile<'a> = (Cow<'a, str>, Option<Hash>);

impl<'a> Manifest<'a> {
    pub fn read(text: &'a str) -> Self {
        // The typical length of a line; a capacity hint.
        let (mut shard, mut files) = (None, Vec::with_capacity(text.len() / 70));
        for line in text.lines() {
            let (path, hash) = match line.split_once(' ') {
                Some((SHARD, rest)) => {
                    let parts = rest.split_once(' ');
                    shard = parts.and_then(|(shard, whole)| Some((shard.parse().ok()?, whole.parse().ok()?)));
                    continue;
                }
                Some((hash, path)) => (path, hash.parse().ok()),
                // Manifests of earlier programs.
                None => (line, None),
            };
            // Never touch paths outside of the folder.
            if FilePath::is_path(path) {
                files.push((Cow::Borrowed(path), hash));
            }
        }
        Manifest::new(shard, files)
    }

    /// Of duplicate files, the last one counts.
    pub fn new(shard: Option<(Shard, Hash)>, mut files: Vec<WrittenFile<'a>>) -> Self {
        files.sort_by(|(a, _), (b, _)| a.cmp(b));
        files.dedup_by(|later, earlier| {
            let is_same = later.0 == earlier.0;
            if is_same {
                earlier.1 = later.1;
            }
            is_same
        });
        Manifest { shard, files }
    }

    /// Adds files; they replace those with the same path.
    pub fn extend(self, files: Vec<WrittenFile<'a>>) -> Self {
        let others = Manifest::new(None, files).files;
        let mut files = Vec::with_capacity(self.files.len() + others.len());
        let mut before = self.files.into_iter().peekable();
        for other in others {
            files.extend(std::iter::from_fn(|| before.next_if(|(path, _)| *path < other.0)));
            before.next_if(|(path, _)| *path == other.0);
            files.push(other);
        }
        files.extend(before);
        Manifest { shard: self.shard, files }
    }

    /// The index of a file; `likely` is tried first.
    fn place(&self, path: &str, likely: usize) -> Option<usize> {
        match self.files.get(likely) {
            Some((found, _)) if found == path => Some(likely),
            _ => self.files.binary_search_by(|(found, _)| found.as_ref().cmp(path)).ok(),
        }
    }

    /// The files that are not in `other`.
    fn beyond<'b>(&'b self, other: &'b Manifest<'_>) -> impl Iterator<Item = &'b str> {
        let mut others = other.files.iter().peekable();
        self.files.iter().map(|(path, _)| path.as_ref()).filter(move |path| {
            while others.next_if(|(other, _)| other.as_ref() < *path).is_some() {}
            others.next_if(|(other, _)| other == path).is_none()
        })
    }

    pub fn files(&self) -> &[WrittenFile<'a>] {
        &self.files
    }

    fn print(&self) -> String {
        let mut text = String::with_capacity(self.files.len() * 80);
        // Writing to a string cannot fail.
        let _ = self.shard.iter().try_for_each(|(shard, whole)| writeln!(text, "{SHARD} {shard} {whole}"));
        for (path, hash) in &self.files {
            let _ = match hash {
                Some(hash) => writeln!(text, "{hash} {path}"),
                None => writeln!(text, "{UNSURE} {path}"),
            };
        }
        text
    }
}

/// The output folder, and the manifest of the previous build.
#[derive(Debug)]
pub struct Destination {
    dir: Dir,
    path: PathBuf,
    list: String,
}

impl Destination {
    /// Refuses a folder with files that this command did not write.
    pub(in crate::command) fn open(path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        let cannot = |error: io::Error| Failure(format!("cannot write into `{shown}`: {}", folder::reason(&error)));
        fs::create_dir_all(path).map_err(cannot)?;
        let dir = Folder::new(path).open().map_err(cannot)?;
        let mut entries = dir.entries().map_err(cannot)?;
        if entries.next().is_some() && !dir.exists(MANIFEST) {
            let why = "it is not empty and does not contain a site; choose another folder";
            return Err(Failure(format!("cannot write into `{shown}`: {why}")));
        }
        let list = dir.read_to_string(MANIFEST).unwrap_or_default();
        Ok(Destination { dir, path: path.to_owned(), list })
    }
}

/// A site while it is written.
#[derive(Debug)]
pub struct Output<'a> {
    to: &'a Destination,
    /// The manifest of the previous build.
    before: Manifest<'a>,
    /// The index where the next lookup will probably succeed: most files are requested in order.
    next: AtomicUsize,
    /// The folders that are known to exist, because a file was written into them.
    folders: Mutex<HashSet<String>>,
    /// The stamps of the folders whose files were neither created nor deleted since they were written.
    untouched: HashMap<String, Stamp>,
    /// The files that cannot be written, with the reasons.
    unwritten: Mutex<BTreeMap<String, String>>,
}

impl<'a> Output<'a> {
    pub fn new(to: &'a Destination) -> Self {
        let before = Manifest::read(&to.list);
        let (next, folders, untouched) = (AtomicUsize::default(), Mutex::default(), HashMap::new());
        Output { to, before, next, folders, untouched, unwritten: Mutex::default() }
    }

    /// Trusts folders with unchanged stamps: no file was created or deleted.
    pub fn trust(&mut self, folders: HashMap<String, Stamp>) {
        let is_same = |(folder, stamp): &(String, Stamp)| {
            Stamp::of_path(&self.to.path.join(folder)).is_ok_and(|now| now == *stamp)
        };
        self.untouched = folders.into_iter().filter(is_same).collect();
    }

    /// Trusts no existing file.
    pub fn forget(&mut self) {
        self.before.files.iter_mut().for_each(|(_, hash)| *hash = None);
    }

    /// Whether the file exists with this fingerprint.
    pub fn has(&self, path: &str, hash: Hash) -> bool {
        let same = self.made_of(path) == Some(hash);
        let is_untouched = || path.rsplit_once('/').is_some_and(|(folder, _)| self.untouched.contains_key(folder));
        same && (is_untouched()
            || fs::symlink_metadata(self.to.path.join(path)).is_ok_and(|metadata| metadata.is_file()))
    }

    /// Whether the previous build wrote the file, and its content is still right.
    pub fn is_known(&self, path: &str, is_right: impl FnOnce(&[u8]) -> bool) -> bool {
        let was_written = self.before.place(path, 0).is_some_and(|place| self.before.files[place].1.is_some());
        was_written && self.to.dir.read(path).is_ok_and(|content| is_right(&content))
    }

    /// The files in `folder`, which ends with a slash, if all of them exist with unchanged fingerprints.
    pub fn all_in(&self, folder: &str, hash: Hash) -> Option<Vec<&str>> {
        let first = self.before.files.partition_point(|(path, _)| path.as_ref() < folder);
        let after = self.before.files.get(first..).unwrap_or_default();
        let files: Vec<&str> =
            after.iter().map(|(path, _)| path.as_ref()).take_while(|path| path.starts_with(folder)).collect();
        (!files.is_empty() && files.iter().all(|path| self.has(path, hash))).then_some(files)
    }

    /// The fingerprint of the file, if certain.
    fn made_of(&self, path: &str) -> Option<Hash> {
        let place = self.before.place(path, self.next.load(Relaxed))?;
        self.next.store(place + 1, Relaxed);
        self.before.files.get(place)?.1
    }

    /// The stamps of `folders` after writing.
    pub fn folders<'b>(&self, folders: impl Iterator<Item = &'b str>) -> HashMap<String, Stamp> {
        let written = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        let stamp = |folder: &str| match self.untouched.get(folder).filter(|_| !written.contains(folder)) {
            Some(stamp) => Some(*stamp),
            None => Stamp::of_path(&self.to.path.join(folder)).ok(),
        };
        folders.filter_map(|folder| Some((folder.to_owned(), stamp(folder)?))).collect()
    }

    /// Marks the files that will be written as uncertain, so that an interrupted build can be repeated.
    pub(in crate::command) fn begin(&self, after: &Manifest<'_>) -> Result<(), Failure> {
        let is_unsure = |(path, hash): &&WrittenFile<'_>| hash.is_none() || self.made_of(path) != *hash;
        let unsure = after.files.iter().filter(is_unsure).map(|(path, _)| path.as_ref());
        // The manifest must end with a line break, so that lines can be appended.
        if !self.to.list.ends_with('\n') {
            let files = self.before.beyond(after).chain(unsure).map(|path| (Cow::Borrowed(path), None));
            return self.put(MANIFEST, Manifest::new(None, files.collect()).print().as_bytes());
        }
        let mut lines = format!("{SHARD} {UNSURE}\n");
        for path in unsure.chain(self.before.beyond(after)) {
            let _ = writeln!(lines, "{UNSURE} {path}"); // Writing to a string cannot fail.
        }
        let list = self.to.dir.open_with(MANIFEST, OpenOptions::new().append(true));
        list.and_then(|mut list| list.write_all(lines.as_bytes())).map_err(|error| self.failed(MANIFEST, &error))
    }

    /// Writes a file. An existing file with the same contents keeps its modification time. If only this file cannot be
    /// written, it is listed in [`Output::unwritten`].
    pub(in crate::command) fn write(&self, path: &str, content: &[u8]) -> Result<(), Failure> {
        let same = || self.to.dir.read(path).is_ok_and(|before| before == content);
        if self.before.place(path, 0).is_some() && same() {
            return Ok(());
        }
        match self.try_put(path, content) {
            Err(error) if !concerns_all(&error) => {
                self.leave_out(path, folder::reason(&error));
                Ok(())
            }
            result => result.map_err(|error| self.failed(path, &error)),
        }
    }

    /// Lists a file in [`Output::unwritten`], for this reason.
    pub(in crate::command) fn leave_out(&self, path: &str, why: String) {
        let mut unwritten = self.unwritten.lock().unwrap_or_else(PoisonError::into_inner);
        unwritten.insert(path.to_owned(), why);
    }

    /// The files that cannot be written, with the reasons.
    pub fn unwritten(&self) -> BTreeMap<String, String> {
        self.unwritten.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn put(&self, path: &str, content: &[u8]) -> Result<(), Failure> {
        self.try_put(path, content).map_err(|error| self.failed(path, &error))
    }

    fn try_put(&self, path: &str, content: &[u8]) -> io::Result<()> {
        if let Some((folder, _)) = path.rsplit_once('/') {
            self.folder(folder)?;
        }
        self.to.dir.write(path, content)
    }

    fn folder(&self, folder: &str) -> io::Result<()> {
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        if !folders.contains(folder) {
            self.to.dir.create_dir_all(folder)?;
            folders.insert(folder.to_owned());
        }
        Ok(())
    }

    /// Deletes files of the previous build that this one did not write, and writes the manifest.
    pub(in crate::command) fn finish(&self, after: Manifest<'_>) -> Result<(), Failure> {
        let unwritten = self.unwritten();
        let after = &after.extend(unwritten.keys().map(|path| (Cow::Borrowed(path.as_str()), None)).collect());
        for path in self.before.beyond(after) {
            let _ = self.to.dir.remove_file(path);
            let mut folder = path;
            let parent = path.rsplit_once('/').map(|(parent, _)| parent.to_owned());
            self.folders.lock().unwrap_or_else(PoisonError::into_inner).extend(parent);
            while let Some((parent, _)) = folder.rsplit_once('/') {
                let _ = self.to.dir.remove_dir(parent); // A folder that is not empty stays.
                folder = parent;
            }
        }
        // Written atomically: files that the manifest does not list would never be deleted.
        let draft = format!("{MANIFEST}.tmp");
        self.put(&draft, after.print().as_bytes())?;
        self.to.dir.rename(&draft, &self.to.dir, MANIFEST).map_err(|error| self.failed(MANIFEST, &error))
    }

    fn failed(&self, path: &str, error: &io::Error) -> Failure {
        Failure(format!("cannot write `{}/{path}`: {}", self.to.path.display(), folder::reason(error)))
    }
}

/// Whether an error prevents writing of other files, too.
fn concerns_all(error: &io::Error) -> bool {
    use io::ErrorKind::{OutOfMemory, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | ReadOnlyFilesystem | OutOfMemory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_one_of_several() {
        for (text, number, count) in [("1/1", 1, 1), ("3/4", 3, 4), ("4/4", 4, 4)] {
            assert_eq!(text.parse(), Ok(Shard { number, count }));
        }
        for text in ["", "1", "0/4", "5/4", "1/0", "-1/4", "a/b", "1/4/2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        let of: Vec<Shard> = (1..=3).map(|number| Shard { number, count: 3 }).collect();
        assert!((0..20).all(|index| of.iter().filter(|shard| shard.has(index)).count() == 1));
    }

    #[test]
    fn a_list_is_read_as_it_was_written() {
        let whole = crate::hash::of(b"all");
        let shard = Some((Shard { number: 2, count: 3 }, whole));
        let files = [("a/b c.html", Some(whole)), ("index.html", None)].map(|(path, hash)| (path.into(), hash));
        let manifest = Manifest::new(shard, files.into());
        assert_eq!(Manifest::read(&manifest.print()), manifest);
        let begun = manifest.print() + "shard -\n- a/b c.html\n- new.html\n";
        let unsure = ["a/b c.html", "index.html", "new.html"].map(|path| (path.into(), None));
        assert_eq!(Manifest::read(&begun), Manifest::new(None, unsure.into()), "a build that was broken off");
        assert_eq!(Manifest::read("index.html\na.html\n").files.len(), 2, "a list of an earlier program");
        assert!(Manifest::read("- ../../etc/passwd\n- /etc/passwd\n").files.is_empty());
    }
}
