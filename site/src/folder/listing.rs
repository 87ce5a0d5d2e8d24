//! Lists the YAML and JSON files of a folder and its subfolders.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use cap_std::fs::{Dir, Metadata};
use descriptorium_core::exclusion::{self, Exclusions};
use descriptorium_core::package::{self, is_entered};
use descriptorium_core::text::FilePath;
use hashbrown::{HashMap, HashSet};

use crate::finding::plural;
use crate::folder::{
    FileFinding, MAX_DEPTH, SITE, Stamp, exclusions, is_descriptor_name, not_regular, rules, unreadable, visible,
};
use crate::printable::say;

/// Maximum number of files in a folder.
const MAX_FILES: usize = 50_000;

/// The contents of a folder.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    pub files: BTreeMap<FilePath, Stamp>,
    pub file_findings: Vec<FileFinding>,
    /// Symbolic links that are not followed although folders may be behind them: broken ones, and those to hidden folders
    /// and outside the folder.
    pub left_out: Vec<String>,
    /// The folders with reliable stamps, for the next listing.
    pub folders: Folders,
    /// Whether the folder may contain unlisted files, which others may name.
    pub is_partial: bool,
    /// Whether any of the files was found through a symbolic link.
    pub has_links: bool,
}

/// The entries of each folder, by path.
pub type Folders = HashMap<String, Inside>;

/// The entries of a folder. As long as the stamp is the same, no entry was created, deleted or renamed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inside {
    pub stamp: Stamp,
    /// The names, sorted.
    pub entries: Vec<(String, Kind)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    File,
    Folder,
}

impl Listing {
    /// Warns on standard error about symbolic links to folders that are not followed. `root` is the path of the listed folder.
    pub fn say_left_out(&self, root: &Path) {
        const MAX_SAID: usize = 3;
        let may_matter = |path: &&String| fs::metadata(root.join(path)).is_ok_and(|to| to.is_dir());
        let left_out: Vec<&String> = self.left_out.iter().filter(may_matter).collect();
        if left_out.is_empty() {
            return;
        }
        let said: Vec<String> = left_out.iter().take(MAX_SAID).map(|path| format!("`{path}`")).collect();
        let more = match left_out.len().saturating_sub(MAX_SAID) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let links = plural(left_out.len(), "symbolic link");
        let what = if left_out.len() == 1 {
            "is not followed, since it is broken or points to a hidden folder or outside the folder"
        } else {
            "are not followed, since they are broken or point to hidden folders or outside the folder"
        };
        say(&format!("{links} {what}: {}{more}", said.join(", ")));
    }
}

/// The files in the folder at `path` and its subfolders that a catalog may contain, without those that its settings or a
/// `.gitignore` exclude. `root` is a handle of the folder. Symbolic links are followed inside the folder.
pub fn list(root: &Dir, path: &Path) -> io::Result<Listing> {
    walk(root, path, None)
}

/// Like [`list`], but folders whose stamps equal those in `before` are not read again; only their files are looked at.
pub fn list_again(root: &Dir, path: &Path, before: &Folders) -> io::Result<Listing> {
    walk(root, path, Some(EarlierState { path, before, now: SystemTime::now() }))
}

fn walk(root: &Dir, path: &Path, known: Option<EarlierState<'_>>) -> io::Result<Listing> {
    let mut walk = Walk { root, known, listing: Listing::default(), links: Vec::new(), seen: HashSet::new() };
    walk.folder("", 0, exclusions::around(path));
    if !walk.links.is_empty() {
        walk.follow();
    }
    Ok(walk.listing)
}

/// The earlier state of a folder.
struct EarlierState<'a> {
    path: &'a Path,
    before: &'a Folders,
    now: SystemTime,
}

struct Walk<'a> {
    root: &'a Dir,
    known: Option<EarlierState<'a>>,
    listing: Listing,
    links: Vec<Link>,
    /// The folders on the current path, and the targets of links, by canonical path.
    seen: HashSet<PathBuf>,
}

/// A symbolic link and its location.
struct Link {
    path: String,
    depth: usize,
    exclusions: Exclusions,
}

impl Walk<'_> {
    /// Lists a folder; `exclusions` are those of its parents.
    fn folder(&mut self, path: &str, depth: usize, exclusions: Exclusions) {
        if depth > MAX_DEPTH {
            let message = format!("folders are nested more than {MAX_DEPTH} levels deep; deeper folders are not read");
            return self.listing.file_findings.push(FileFinding::new(path, &rules::TOO_MANY, message));
        }
        self.seen.insert(PathBuf::from(path));
        let stamp = self.known.as_ref().and_then(|known| Stamp::of_path(&known.path.join(path)).ok());
        // The stamp of a folder does not cover the patterns of folders above it.
        let known = self.known.as_ref().filter(|_| exclusions.is_empty());
        let before = known.and_then(|known| known.before.get(path));
        if let Some(before) = before.filter(|before| Some(before.stamp) == stamp).cloned() {
            return self.known_folder(path, depth, before);
        }
        let entries = if path.is_empty() { self.root.entries() } else { self.root.read_dir(path) };
        let entries = match entries {
            Ok(entries) => entries,
            Err(error) => return self.unreadable(path, &error),
        };
        let mut names: Vec<_> = entries.filter_map(Result::ok).collect();
        if !path.is_empty() && names.iter().any(|entry| entry.file_name() == SITE) {
            return; // The descriptors in a site that was built here are copies.
        }
        names.sort_by_cached_key(cap_std::fs::DirEntry::file_name);
        let has_list = names.iter().any(|entry| entry.file_name() == exclusion::FILE);
        let exclusions = if has_list { exclusions::with_list(exclusions, self.root, path) } else { exclusions };
        let (mut inside, mut is_plain) = (Vec::new(), !has_list && exclusions.is_empty());
        self.listing.is_partial |= !exclusions.is_empty();
        for entry in names {
            let Ok(name) = entry.file_name().into_string() else {
                let shown = join(path, &entry.file_name().to_string_lossy());
                if is_descriptor_name(&shown) {
                    is_plain = false;
                    self.listing.file_findings.push(FileFinding::new(
                        shown,
                        &rules::BAD_NAME,
                        "the file name is not valid UTF-8",
                    ));
                }
                continue;
            };
            let inner = join(path, &name);
            let Ok(kind) = entry.file_type() else {
                is_plain = false;
                continue;
            };
            self.listing.is_partial |= kind.is_dir() && !name.starts_with('.') && !is_entered(&name);
            if kind.is_symlink() && (is_entered(&name) || is_descriptor_name(&name)) {
                is_plain = false;
                self.links.push(Link { path: inner, depth: depth + 1, exclusions: exclusions.clone() });
            } else if exclusions.leaves_out(&inner, kind.is_dir()) {
                continue;
            } else if kind.is_dir() && is_entered(&name) {
                self.folder(&inner, depth + 1, exclusions.clone());
                inside.push((name, Kind::Folder));
            } else if kind.is_file() && is_descriptor_name(&name) {
                match entry.metadata() {
                    Ok(metadata) => self.file(&inner, &metadata),
                    Err(error) => self.unreadable(&inner, &error),
                }
                inside.push((name, Kind::File));
            } else if !kind.is_dir() && !kind.is_file() && is_expected(&inner) {
                is_plain = false;
                self.listing.file_findings.push(not_regular(&inner));
            }
        }
        let is_sure = |stamp: &Stamp| self.known.as_ref().is_some_and(|known| !stamp.is_fresh(known.now));
        if let Some(stamp) = stamp.filter(|stamp| is_plain && is_sure(stamp)) {
            self.listing.folders.insert(path.to_owned(), Inside { stamp, entries: inside });
        }
    }

    /// Lists a folder whose entries have not changed.
    fn known_folder(&mut self, path: &str, depth: usize, inside: Inside) {
        for (name, kind) in &inside.entries {
            let inner = join(path, name);
            match kind {
                // A known folder has no exclusions from above.
                Kind::Folder => self.folder(&inner, depth + 1, Exclusions::default()),
                Kind::File => {
                    let found = self.known.as_ref().map(|known| fs::symlink_metadata(known.path.join(&inner)));
                    match found {
                        Some(Ok(found)) => self.file(&inner, &Metadata::from_just_metadata(found)),
                        Some(Err(error)) => self.unreadable(&inner, &error),
                        None => {}
                    }
                }
            }
        }
        self.listing.folders.insert(path.to_owned(), inside);
    }

    /// Follows links after everything else, so that a file gets its own name rather than that of a link to it.
    fn follow(&mut self) {
        // The stamp of a link does not cover its target.
        self.known = None;
        self.seen.extend(self.listing.files.keys().map(|file| PathBuf::from(file.as_str())));
        let mut next = 0;
        while let Some(link) = self.links.get(next) {
            let Link { path, depth, exclusions } = link;
            let (path, depth, exclusions) = (path.clone(), *depth, exclusions.clone());
            self.link(&path, depth, exclusions);
            next += 1;
        }
    }

    /// Follows a link, unless it is broken or points outside the folder.
    fn link(&mut self, path: &str, depth: usize, exclusions: Exclusions) {
        let name = name_of(path);
        let is_expected = is_expected(path);
        let (Ok(metadata), Ok(target)) = (self.root.metadata(path), self.root.canonicalize(path)) else {
            if exclusions.leaves_out(path, false) {
                return;
            }
            if is_expected {
                return self.refuse(path, "the symbolic link is broken or points outside the folder");
            }
            return self.listing.left_out.push(path.to_owned());
        };
        if self.seen.contains(&target) || exclusions.leaves_out(path, metadata.is_dir()) {
            return;
        }
        if metadata.is_dir() && visible::is_hidden(&target) {
            return self.listing.left_out.push(path.to_owned());
        }
        if let Some(why) = visible::target_of_descriptor(&target).filter(|_| metadata.is_file()) {
            return if is_expected {
                self.refuse(path, &why)
            };
        }
        if metadata.is_dir() && is_entered(name) {
            self.seen.insert(target);
            self.listing.has_links = true;
            self.folder(path, depth, exclusions);
        } else if metadata.is_file() && is_descriptor_name(name) {
            self.seen.insert(target);
            self.listing.has_links = true;
            self.file(path, &metadata);
        } else if !metadata.is_dir() && is_expected {
            self.listing.file_findings.push(not_regular(path));
        }
    }

    fn file(&mut self, path: &str, metadata: &Metadata) {
        let Some(file) = FilePath::new(path) else {
            let message = "the file name contains a character that is not allowed in paths of a catalog";
            return self.listing.file_findings.push(FileFinding::new(path, &rules::BAD_NAME, message));
        };
        if self.listing.files.len() < MAX_FILES {
            self.listing.files.insert(file, Stamp::of(metadata));
        } else if !self.listing.file_findings.iter().any(|finding| finding.path.is_empty()) {
            let message = format!("there are more than {MAX_FILES} YAML files; only the first {MAX_FILES} are read");
            self.listing.file_findings.push(FileFinding::new("", &rules::TOO_MANY, message));
        }
    }

    fn refuse(&mut self, path: &str, why: &str) {
        let message = format!("cannot be read: {why}");
        self.listing.file_findings.push(FileFinding::new(path, &rules::UNREADABLE, message));
    }

    fn unreadable(&mut self, path: &str, error: &io::Error) {
        self.listing.file_findings.push(unreadable(path, error));
    }
}

/// Whether a file at this path should be read. Most JSON and CSV files are not part of a catalog.
fn is_expected(path: &str) -> bool {
    is_descriptor_name(name_of(path)) && FilePath::new(path).is_some_and(|path| !package::is_by_content(&path))
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::File;
    use std::time::Duration;

    use cap_std::ambient_authority;

    use super::*;

    /// Has all folders look as if nothing had come or gone for an hour.
    fn age(folder: &Path) -> io::Result<()> {
        for entry in fs::read_dir(folder)?.flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                age(&entry.path())?;
            }
        }
        let hour_ago = SystemTime::now() - Duration::from_hours(1);
        File::open(folder)?.set_modified(hour_ago)
    }

    /// The oracle is a listing that knows nothing.
    #[test]
    fn what_is_known_of_folders_changes_no_listing() {
        let root = std::env::temp_dir().join(format!("descriptorium-listing-{}", std::process::id()));
        let write = |path: &str| fs::write(root.join(path), "name: resource::a::1.0\n").expect("it can be written");
        for folder in ["a/deep", "b", "linked", ".hidden"] {
            fs::create_dir_all(root.join(folder)).expect("a folder");
        }
        for path in ["one.yaml", "a/two.yaml", "a/deep/three.json", "a/note.txt", "b/four.yaml", ".hidden/no.yaml"] {
            write(path);
        }
        std::os::unix::fs::symlink("../a", root.join("linked/a")).expect("a link");
        let dir = Dir::open_ambient_dir(&root, ambient_authority()).expect("a folder");
        let again = |before: &Folders| list_again(&dir, &root, before).expect("it is there");
        assert!(again(&Folders::new()).folders.is_empty(), "what was written just now could be written again");

        age(&root).expect("folders of ours");
        let known = again(&Folders::new()).folders;
        let mut plain: Vec<&str> = known.keys().map(String::as_str).collect();
        plain.sort_unstable();
        assert_eq!(plain, ["", "a", "a/deep", "b"], "links lead elsewhere");
        let ignore = |at: &str, text: &str| fs::write(root.join(at).join(exclusion::FILE), text).expect("a list");
        let changes: [(&str, &dyn Fn()); 10] = [
            ("nothing", &|| {}),
            ("a file is written", &|| write("a/two.yaml")),
            ("a file comes", &|| write("a/deep/five.yaml")),
            ("a file goes", &|| fs::remove_file(root.join("b/four.yaml")).expect("it is there")),
            ("a file comes, and the time is set back", &|| {
                write("b/six.yaml");
                age(&root).expect("folders of ours");
            }),
            ("a folder is another one", &|| {
                fs::rename(root.join("b"), root.join("a/deep/b")).expect("it is there");
                age(&root).expect("folders of ours");
            }),
            ("a list of patterns comes", &|| ignore("", "two.yaml\n")),
            ("a list changes, and nothing comes or goes", &|| {
                ignore("", "# none\n");
                age(&root).expect("folders of ours");
            }),
            ("a list in a folder", &|| ignore("a", "deep/\n")),
            ("a folder is a site now", &|| write(&format!("a/deep/{SITE}"))),
        ];
        for (what, change) in changes {
            change();
            let (found, expected) = (again(&known), list(&dir, &root).expect("it is there"));
            assert_eq!(found.files, expected.files, "{what}");
            assert_eq!((found.file_findings.len(), found.left_out), (0, expected.left_out), "{what}");
        }
        fs::remove_dir_all(&root).expect("it is there");
    }
}
