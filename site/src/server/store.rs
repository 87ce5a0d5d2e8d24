//! Reads and writes one file of the folder with a precondition, so that no change is overwritten unseen (optimistic
//! locking).

use std::io;
use std::path::Path;

use cap_std::fs::Dir;
use descriptorium_core::package::{self, Writing};
use descriptorium_core::text::FilePath;

use crate::folder::atomic::{self, Draft};
use crate::folder::{exclusions, visible};
use crate::hash;

/// The precondition of a write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Precondition {
    /// The file exists with these contents.
    Is(String),
    /// The file does not exist.
    Absent,
}

/// The reason why a write failed.
#[derive(Debug)]
pub enum WriteError {
    /// The precondition failed; this is the current ETag, if the file exists.
    Stale(Option<String>),
    /// The path cannot be written to.
    Refused(&'static str),
    Failed(io::Error),
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        WriteError::Failed(error)
    }
}

/// A strong ETag: the hash of the contents.
pub fn etag(content: &[u8]) -> String {
    format!("\"{}\"", hash::of(content))
}

/// The content of the file, or `None` if there is none.
fn current(dir: &Dir, path: &str) -> io::Result<Option<Vec<u8>>> {
    match dir.read(path) {
        Ok(content) => Ok(Some(content)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Refuses links, and paths that would be neither listed nor read when another file names them.
fn check(dir: &Dir, path: &FilePath, writing: Writing) -> Result<(), WriteError> {
    package::check_writable(path, writing).map_err(|why| WriteError::Refused(why.reason()))?;
    // A link can lead to a hidden folder, in which others would be created.
    let existing = Path::new(path.as_str()).ancestors().skip(1).find_map(|folder| dir.canonicalize(folder).ok());
    if existing.is_some_and(|folder| visible::is_hidden(&folder)) {
        return Err(WriteError::Refused(package::Unwritable::Hidden.reason()));
    }
    match dir.symlink_metadata(path.as_str()) {
        Ok(metadata) if metadata.is_file() => Ok(()),
        Ok(_) => Err(WriteError::Refused("links and folders cannot be written")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error.into()),
    }
}

fn verify(dir: &Dir, path: &FilePath, precondition: &Precondition) -> Result<(), WriteError> {
    let now = current(dir, path.as_str())?.map(|content| etag(&content));
    let holds = match precondition {
        Precondition::Is(expected) => now.as_ref() == Some(expected),
        Precondition::Absent => now.is_none(),
    };
    if holds { Ok(()) } else { Err(WriteError::Stale(now)) }
}

/// Refuses to create a file at an excluded path, where it would not be read.
pub fn may_begin(dir: &Dir, root: &Path, path: &FilePath, writing: Writing) -> Result<(), WriteError> {
    package::check_writable(path, writing).map_err(|why| WriteError::Refused(why.reason()))?;
    if exclusions::leaves_out(dir, root, path) {
        return Err(WriteError::Refused("this path is excluded by `exclude` in descriptorium.yaml or by a .gitignore"));
    }
    Ok(())
}

/// Writes the file atomically, and returns its new ETag.
pub fn write(
    dir: &Dir,
    path: &FilePath,
    content: &[u8],
    writing: Writing,
    precondition: &Precondition,
) -> Result<String, WriteError> {
    check(dir, path, writing)?;
    verify(dir, path, precondition)?;
    let parent = if path.folder().is_empty() {
        dir.try_clone()?
    } else {
        dir.create_dir_all(path.folder())?;
        dir.open_dir(path.folder())?
    };
    let draft = Draft::write(&parent, path.name(), content)?;
    if *precondition == Precondition::Absent {
        draft.create(path.name()).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => WriteError::Stale(None),
            _ => error.into(),
        })?;
    } else {
        draft.replace(path.name())?;
    }
    let _ = parent.into_std_file().sync_all(); // Some systems cannot sync folders; the file itself is safe.
    Ok(etag(content))
}

/// The kind of content that a write with this precondition writes. `is_artifact` decides whether a descriptor names a new
/// file of another kind.
pub fn writing(content: &[u8], precondition: &Precondition, is_artifact: impl FnOnce() -> bool) -> Writing {
    match precondition {
        Precondition::Is(_) => Writing::Text,
        Precondition::Absent if package::is_chart(content) => Writing::NewChart,
        Precondition::Absent if is_artifact() => Writing::NewArtifact,
        Precondition::Absent => Writing::NewText,
    }
}

/// Deletes the file.
pub fn delete(dir: &Dir, path: &FilePath, precondition: &Precondition) -> Result<(), WriteError> {
    check(dir, path, Writing::Text)?;
    verify(dir, path, precondition)?;
    atomic::may_write(dir, path.as_str())?;
    Ok(dir.remove_file(path.as_str())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The oracle is the published test vector of SHA-256 for `abc`.
    #[test]
    fn an_etag_is_the_beginning_of_the_hash() {
        assert_eq!(etag(b"abc"), "\"ba7816bf8f01cfea414140de5dae2223\"");
    }
}
