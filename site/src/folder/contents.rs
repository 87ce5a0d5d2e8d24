//! Files of any kind in a folder on disk, for `serve` and for checks.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use descriptorium_core::content::{Absence, Files};
use descriptorium_core::exclusion::{self, Exclusions};
use descriptorium_core::package::{self, MAX_TOTAL};
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::text::FilePath;

use crate::folder::{self, MAX_DEPTH, SITE, Stamp, exclusions, visible};

/// Maximum number of files that are listed.
const MAX_FILES: usize = 50_000;

/// The files in a folder. No path can leave it, and hidden files are not accessible.
#[derive(Clone, Debug)]
pub struct OnDisk {
    root: PathBuf,
}

impl OnDisk {
    pub fn new(root: impl Into<PathBuf>) -> Self {
        OnDisk { root: root.into() }
    }

    fn open(&self) -> Result<Dir, Absence> {
        // Opened for each request, since the folder can be deleted and created again meanwhile.
        Dir::open_ambient_dir(&self.root, ambient_authority()).map_err(|error| absence(&error))
    }

    /// The folder, if the file at `path` is not hidden, and not a link to a hidden file.
    fn open_visible(&self, path: &FilePath) -> Result<Dir, Absence> {
        let dir = self.open()?;
        let target = dir.canonicalize(path.as_str()).map_err(|error| absence(&error))?;
        let is_hidden = visible::is_hidden(Path::new(path.as_str())) || visible::is_hidden(&target);
        if is_hidden { Err(Absence::Missing) } else { Ok(dir) }
    }
}

impl Files for OnDisk {
    fn list(&self) -> SortedMap<FilePath, u64> {
        let mut found = SortedMap::new();
        if let Ok(dir) = self.open() {
            walk(&dir, "", 0, exclusions::around(&self.root), &mut found);
        }
        found
    }

    fn list_folder(&self, folder: &str) -> SortedMap<FilePath, u64> {
        let mut found = SortedMap::new();
        let depth = folder.split('/').filter(|part| !part.is_empty()).count();
        if let Ok(dir) = self.open() {
            walk(&dir, folder, depth, exclusions::around(&self.root), &mut found);
        }
        found
    }

    fn size(&self, path: &FilePath) -> Result<u64, Absence> {
        let metadata = self.open_visible(path)?.metadata(path.as_str()).map_err(|error| absence(&error))?;
        if metadata.is_file() { Ok(metadata.len()) } else { Err(Absence::Missing) }
    }

    fn stamp(&self, path: &FilePath) -> u64 {
        let stamp = self.open().ok().and_then(|dir| Stamp::inside(&dir, path).ok());
        let mut hasher = DefaultHasher::new();
        stamp.map(Stamp::to_bytes).hash(&mut hasher);
        hasher.finish()
    }

    fn read(&self, path: &FilePath) -> Result<Arc<[u8]>, Absence> {
        if self.size(path)? > MAX_TOTAL {
            return Err(Absence::TooLarge);
        }
        let file = self.open_visible(path)?.open(path.as_str()).map_err(|error| absence(&error))?;
        let mut bytes = Vec::new();
        file.take(MAX_TOTAL + 1).read_to_end(&mut bytes).map_err(|error| absence(&error))?;
        if bytes.len() as u64 > MAX_TOTAL { Err(Absence::TooLarge) } else { Ok(bytes.into()) }
    }
}

/// Adds the files in a folder and its subfolders, except excluded files and the output of tools.
fn walk(root: &Dir, path: &str, depth: usize, exclusions: Exclusions, found: &mut SortedMap<FilePath, u64>) {
    let entries = if path.is_empty() { root.entries() } else { root.read_dir(path) };
    let entries: Vec<_> = entries.into_iter().flatten().filter_map(Result::ok).collect();
    let has = |name: &str| entries.iter().any(|entry| entry.file_name() == name);
    if depth > MAX_DEPTH || !path.is_empty() && has(SITE) {
        return;
    }
    let exclusions = if has(exclusion::FILE) { exclusions::with_list(exclusions, root, path) } else { exclusions };
    for entry in entries {
        let (Ok(name), Ok(kind)) = (entry.file_name().into_string(), entry.file_type()) else { continue };
        let inner = if path.is_empty() { name.clone() } else { format!("{path}/{name}") };
        if !package::is_entered(&name) || exclusions.leaves_out(&inner, kind.is_dir()) {
            continue;
        }
        if kind.is_dir() {
            walk(root, &inner, depth + 1, exclusions.clone(), found);
        } else if let (true, Some(file), Ok(metadata)) = (kind.is_file(), FilePath::new(&inner), entry.metadata()) {
            if found.len() >= MAX_FILES {
                return;
            }
            found.insert(file, metadata.len());
        }
    }
}

fn absence(error: &io::Error) -> Absence {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Absence::Missing,
        _ => Absence::Unreadable(folder::reason(error)),
    }
}
