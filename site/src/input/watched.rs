//! The files that a check read, to detect changes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::folder::listing::{self, Listing};
use crate::folder::{Folder, Stamp};

/// Files and folders that were read, and their stamps just before.
#[derive(Debug, Default)]
pub struct Watched {
    places: Vec<PathBuf>,
    stamps: BTreeMap<PathBuf, Option<Stamp>>,
}

impl Watched {
    /// Watches a file, which may not exist, or everything in a folder.
    pub fn add(&mut self, path: &Path) {
        self.stamps.extend(stamps(path));
        self.places.push(path.to_owned());
    }

    /// Watches a folder that was listed.
    pub fn add_listed(&mut self, root: &Path, listing: &Listing) {
        self.stamps.extend(of_listing(root, listing));
        self.places.push(root.to_owned());
    }

    /// Whether nothing has changed.
    pub fn is_unchanged(&self) -> bool {
        let now: BTreeMap<PathBuf, Option<Stamp>> = self.places.iter().flat_map(|path| stamps(path)).collect();
        now == self.stamps
    }
}

/// The stamp of the file at each path; `None` if it does not exist.
fn stamps(path: &Path) -> Vec<(PathBuf, Option<Stamp>)> {
    match Folder::new(path).open().and_then(|dir| listing::list(&dir, path)) {
        Ok(listing) => of_listing(path, &listing).collect(),
        Err(_) => vec![(path.to_owned(), Stamp::of_file(path).ok())],
    }
}

fn of_listing(root: &Path, listing: &Listing) -> impl Iterator<Item = (PathBuf, Option<Stamp>)> {
    listing.files.iter().map(|(file, stamp)| (root.join(file.as_str()), Some(*stamp)))
}
