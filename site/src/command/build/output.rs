//! The folder that a site is written into. A list in it says what was written and what each file is made of, so that
//! the next build writes only what is made of something else, and takes away what is not needed any more.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use cap_std::fs::Dir;
use descriptorium_core::text::FilePath;

use crate::command::Failure;
use crate::folder::{self, Folder, Stamp};
use crate::hash::Hash;

/// The list: a line for each file, what it is made of and its path, in order; before them, of a part of a site, which
/// part it is.
const MANIFEST: &str = folder::SITE;
/// Stands for a file that may not be what it should be, in the list; the list of an earlier program has nothing there.
const UNSURE: &str = "-";

/// Which part of a site is written: `number` of `count`, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    pub number: usize,
    pub count: usize,
}

impl Shard {
    pub const WHOLE: Shard = Shard { number: 1, count: 1 };

    /// Whether what comes at `index` of a list belongs to the part.
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
            _ => Err("a part and how many there are is expected, such as 1/4".to_owned()),
        }
    }
}

/// What a folder says of the site in it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Manifest {
    /// Which part of a site it is, and what the whole is made of.
    pub shard: Option<(Shard, Hash)>,
    /// The files, and what each is made of, if that is sure.
    pub files: BTreeMap<String, Option<Hash>>,
}

impl Manifest {
    pub fn read(text: &str) -> Self {
        let mut manifest = Manifest::default();
        for line in text.lines() {
            match line.split_once(' ') {
                Some(("shard", rest)) => {
                    let shard = rest
                        .split_once(' ')
                        .and_then(|(shard, whole)| Some((shard.parse().ok()?, whole.parse().ok()?)));
                    manifest.shard = shard;
                }
                Some((hash, path)) => drop(manifest.files.insert(path.to_owned(), hash.parse().ok())),
                // As programs before wrote it.
                None => drop(manifest.files.insert(line.to_owned(), None)),
            }
        }
        // What would lead out of the folder was not written by us.
        manifest.files.retain(|path, _| FilePath::new(path).is_some());
        manifest
    }

    fn print(&self) -> String {
        let mut text = self.shard.iter().map(|(shard, whole)| format!("shard {shard} {whole}\n")).collect::<String>();
        for (path, hash) in &self.files {
            // Writing into a string does not fail.
            let _ = match hash {
                Some(hash) => writeln!(text, "{hash} {path}"),
                None => writeln!(text, "{UNSURE} {path}"),
            };
        }
        text
    }
}

/// The folder that a site is written into.
#[derive(Debug)]
pub struct Output {
    dir: Dir,
    path: PathBuf,
    /// What was there before.
    before: Manifest,
    /// The folders that are there for sure.
    folders: Mutex<BTreeSet<String>>,
    /// The folders in which no file came or went since they were written.
    untouched: HashSet<String>,
}

impl Output {
    /// Refuses a folder with files in it that this command did not write.
    pub(in crate::command) fn open(path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        let cannot = |error: io::Error| Failure(format!("cannot write into `{shown}`: {}", folder::reason(&error)));
        fs::create_dir_all(path).map_err(cannot)?;
        let dir = Folder::new(path).open().map_err(cannot)?;
        let mut entries = dir.entries().map_err(cannot)?;
        if entries.next().is_some() && !dir.exists(MANIFEST) {
            let why = "it is not empty, and no site was written into it before; name a new folder";
            return Err(Failure(format!("cannot write into `{shown}`: {why}")));
        }
        let before = Manifest::read(&dir.read_to_string(MANIFEST).unwrap_or_default());
        Ok(Output { dir, path: path.to_owned(), before, folders: Mutex::default(), untouched: HashSet::new() })
    }

    /// Takes folders for what they were if they bear the same stamps: no file came or went.
    pub fn trust(&mut self, folders: HashMap<String, Stamp>) {
        let is_same =
            |(folder, stamp): &(String, Stamp)| Stamp::of_path(&self.path.join(folder)).is_ok_and(|now| now == *stamp);
        self.untouched = folders.into_iter().filter(is_same).map(|(folder, _)| folder).collect();
    }

    /// Takes nothing that is there for what it should be.
    pub fn forget(&mut self) {
        self.before.files.values_mut().for_each(|hash| *hash = None);
    }

    /// Whether the file is there, made of the same.
    pub fn has(&self, path: &str, hash: Hash) -> bool {
        let same = self.before.files.get(path).is_some_and(|before| *before == Some(hash));
        let is_untouched = || path.rsplit_once('/').is_some_and(|(folder, _)| self.untouched.contains(folder));
        same && (is_untouched() || fs::symlink_metadata(self.path.join(path)).is_ok_and(|metadata| metadata.is_file()))
    }

    /// The stamps of `folders`, which are all written.
    pub fn folders<'a>(&self, folders: impl Iterator<Item = &'a str>) -> HashMap<String, Stamp> {
        let stamps =
            folders.filter_map(|folder| Some((folder.to_owned(), Stamp::of_path(&self.path.join(folder)).ok()?)));
        stamps.collect()
    }

    /// Notes what is going to be written beside what was: a build that is broken off can be done again.
    pub(in crate::command) fn begin(&self, after: &Manifest) -> Result<(), Failure> {
        let same = |path: &String, hash: &Option<Hash>| {
            after.files.get(path).and_then(|after| *after).filter(|after| *hash == Some(*after))
        };
        let mut files: BTreeMap<String, Option<Hash>> =
            self.before.files.iter().map(|(path, hash)| (path.clone(), same(path, hash))).collect();
        for path in after.files.keys().filter(|path| !self.before.files.contains_key(*path)) {
            files.insert(path.clone(), None);
        }
        self.put(MANIFEST, Manifest { shard: None, files }.print().as_bytes())
    }

    /// Writes a file. What is there already and the same keeps its time.
    pub(in crate::command) fn write(&self, path: &str, content: &[u8]) -> Result<(), Failure> {
        let same = || self.dir.read(path).is_ok_and(|before| before == content);
        if self.before.files.contains_key(path) && same() { Ok(()) } else { self.put(path, content) }
    }

    fn put(&self, path: &str, content: &[u8]) -> Result<(), Failure> {
        let write = || {
            if let Some((folder, _)) = path.rsplit_once('/') {
                self.folder(folder)?;
            }
            self.dir.write(path, content)
        };
        write().map_err(|error: io::Error| self.failed(path, &error))
    }

    fn folder(&self, folder: &str) -> io::Result<()> {
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        if !folders.contains(folder) {
            self.dir.create_dir_all(folder)?;
            folders.insert(folder.to_owned());
        }
        Ok(())
    }

    /// Takes away what a build before wrote and this one did not, and notes what this one wrote.
    pub(in crate::command) fn finish(&self, after: &Manifest) -> Result<(), Failure> {
        for path in self.before.files.keys().filter(|path| !after.files.contains_key(*path)) {
            let _ = self.dir.remove_file(path);
            let mut folder = path.as_str();
            while let Some((parent, _)) = folder.rsplit_once('/') {
                let _ = self.dir.remove_dir(parent); // It stays if something is left in it.
                folder = parent;
            }
        }
        self.write(MANIFEST, after.print().as_bytes())
    }

    fn failed(&self, path: &str, error: &io::Error) -> Failure {
        Failure(format!("cannot write `{}/{path}`: {}", self.path.display(), folder::reason(error)))
    }
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
        let files = [("a/b c.html", Some(whole)), ("index.html", None)].map(|(path, hash)| (path.to_owned(), hash));
        let manifest = Manifest { shard, files: files.into() };
        assert_eq!(Manifest::read(&manifest.print()), manifest);
        assert_eq!(Manifest::read("index.html\na.html\n").files.len(), 2, "a list of an earlier program");
        assert!(Manifest::read("- ../../etc/passwd\n- /etc/passwd\n").files.is_empty());
    }
}
