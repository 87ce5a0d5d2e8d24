//! Files of any kind around those named on the command line, by their paths in the workspace.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use descriptorium_core::content::{Absence, Address, Contents, Files};
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::text::FilePath;

use crate::folder::contents::OnDisk;

/// The folders and archives on disk that a workspace is read from.
#[derive(Clone, Debug, Default)]
pub struct Roots {
    /// The folders, by their paths in the workspace; empty for its root.
    pub folders: SortedMap<String, PathBuf>,
    /// The archives. Each appears as a folder in the workspace.
    pub archives: SortedMap<String, PathBuf>,
}

impl Roots {
    /// The archive or the nearest folder that contains a file, and the path relative to it.
    fn root<'a>(&self, path: &'a FilePath) -> Option<(Root<'_>, &'a str)> {
        let text = path.as_str();
        let folders = text.rmatch_indices('/').map(|(slash, _)| (&text[..slash], &text[slash + 1..]));
        folders.chain([("", text)]).find_map(|(folder, rest)| {
            let archive = self.archives.get(folder).map(Root::Archive);
            Some((archive.or_else(|| self.folders.get(folder).map(Root::Folder))?, rest))
        })
    }

    fn ask<T>(&self, path: &FilePath, ask: impl Fn(&Contents, &Address) -> Result<T, Absence>) -> Result<T, Absence> {
        let (root, rest) = self.root(path).ok_or(Absence::Missing)?;
        let rest = FilePath::new(rest).ok_or(Absence::Missing)?;
        match root {
            Root::Folder(folder) => ask(&Contents::of(Arc::new(OnDisk::new(folder))), &rest.into()),
            Root::Archive(archive) => {
                let (contents, archive) = outside(archive).ok_or(Absence::Missing)?;
                ask(&contents, &archive.inside(rest).ok_or(Absence::Missing)?)
            }
        }
    }
}

/// The files in a folder, or in an archive, by their paths in it.
pub fn around(path: &Path) -> Contents {
    let (mut roots, of) = (Roots::default(), path.to_owned());
    let kind = if path.is_file() { &mut roots.archives } else { &mut roots.folders };
    kind.insert(String::new(), of);
    Contents::of(Arc::new(roots))
}

#[derive(Clone, Copy)]
enum Root<'a> {
    Folder(&'a PathBuf),
    Archive(&'a PathBuf),
}

/// The folder of an archive, and its address there.
fn outside(archive: &Path) -> Option<(Contents, Address)> {
    let archive = archive.canonicalize().ok()?;
    let name = FilePath::new(archive.file_name()?.to_str()?)?;
    Some((Contents::of(Arc::new(OnDisk::new(archive.parent()?))), name.into()))
}

impl Files for Roots {
    fn list(&self) -> SortedMap<FilePath, u64> {
        let mut found = SortedMap::new();
        let mut add = |folder: &str, inner: SortedMap<FilePath, u64>| {
            let placed = inner.into_iter();
            found.extend(placed.filter_map(|(path, size)| Some((FilePath::in_folder(folder, path.as_str())?, size))));
        };
        let is_below = |folder: &str, other: &str| {
            let rest = folder.strip_prefix(other);
            folder != other && rest.is_some_and(|rest| other.is_empty() || rest.starts_with('/'))
        };
        for (folder, path) in &self.folders {
            // A folder inside another one is listed with that one.
            if !self.folders.keys().any(|other| is_below(folder, other)) {
                add(folder, OnDisk::new(path).list());
            }
        }
        for (folder, path) in &self.archives {
            let inner = outside(path).and_then(|(contents, archive)| contents.list(Some(&archive)).ok());
            add(folder, inner.unwrap_or_default());
        }
        found
    }

    fn list_folder(&self, folder: &str) -> SortedMap<FilePath, u64> {
        // Any file in it has the same root.
        let Some((root, rest)) = FilePath::in_folder(folder, "file").and_then(|file| {
            let (root, rest) = self.root(&file)?;
            Some((root, rest.strip_suffix("file")?.trim_end_matches('/').to_owned()))
        }) else {
            return SortedMap::new();
        };
        let inner = match &root {
            Root::Folder(disk) => OnDisk::new(disk).list_folder(&rest),
            Root::Archive(archive) => {
                let listed = outside(archive).map(|(contents, archive)| contents.list_folder_of(&archive, &rest));
                listed.unwrap_or_default()
            }
        };
        let relative = |path: FilePath| {
            let within = path.as_str().strip_prefix(&rest)?.trim_start_matches('/').to_owned();
            FilePath::in_folder(folder, &within)
        };
        inner.into_iter().filter_map(|(path, size)| Some((relative(path)?, size))).collect()
    }

    fn size(&self, path: &FilePath) -> Result<u64, Absence> {
        self.ask(path, Contents::size)
    }

    fn stamp(&self, path: &FilePath) -> u64 {
        self.ask(path, |contents, address| Ok(contents.stamp(address))).unwrap_or_default()
    }

    fn read(&self, path: &FilePath) -> Result<Arc<[u8]>, Absence> {
        self.ask(path, Contents::bytes)
    }
}
