//! Atomic writes: a file is written completely or not at all. It keeps its permissions, owner and hard links, and a
//! read-only file is refused.
//!
//! Normally, a temporary file with the complete contents is renamed to the target. A file with several hard links, or with
//! an owner that we cannot give to the temporary file, would become another file that way. It is overwritten instead, while
//! a complete copy beside it survives an interruption.

use std::fmt;
use std::io::{self, Write};
use std::time::{Duration, SystemTime};

use cap_std::fs::{Dir, File, Metadata, OpenOptions};

const START: &str = ".descriptorium-";
const END: &str = ".tmp";
/// Age after which a temporary file is considered abandoned; a younger one may still be in use.
const IN_USE: Duration = Duration::from_mins(10);

/// Whether a file name is that of a temporary file.
fn is_draft(name: &str) -> bool {
    let number = name.strip_prefix(START).and_then(|rest| rest.strip_suffix(END));
    number.is_some_and(|number| {
        number.len() == 16 && number.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    })
}

/// Deletes abandoned temporary files in a folder.
pub fn clear(dir: &Dir) {
    let now = SystemTime::now();
    for entry in dir.entries().into_iter().flatten().filter_map(Result::ok) {
        let name = entry.file_name();
        if !name.to_str().is_some_and(is_draft) {
            continue;
        }
        let Ok(metadata) = dir.symlink_metadata(&name) else { continue };
        let modified = metadata.modified().ok().map(cap_std::time::SystemTime::into_std);
        let is_old = modified.and_then(|modified| now.duration_since(modified).ok()).is_some_and(|age| age > IN_USE);
        if metadata.is_file() && is_old {
            let _ = dir.remove_file(&name); // A leftover file does no harm.
        }
    }
}

/// The error for a file without any write permission. The system allows its owner to replace it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadOnly;

impl fmt::Display for ReadOnly {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the file is read-only; make it writable first")
    }
}

impl std::error::Error for ReadOnly {}

/// Refuses a file that is read-only, or that others only let us read. A missing file is fine.
pub fn may_write(parent: &Dir, target: &str) -> io::Result<()> {
    let metadata = match parent.symlink_metadata(target) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    if metadata.permissions().readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, ReadOnly));
    }
    // Renaming needs only permissions for the folder.
    parent.open_with(target, OpenOptions::new().write(true)).map(drop)
}

/// A temporary file with the complete contents, renamed to its target or deleted when dropped.
#[derive(Debug)]
pub struct Draft<'a> {
    parent: &'a Dir,
    name: String,
    /// Whether the target has to be overwritten, to keep its hard links and its owner.
    is_copied: bool,
}

impl<'a> Draft<'a> {
    /// Writes `content` next to `target`, with the owner and permissions of `target` if it exists. Refuses a target that
    /// is read-only.
    pub fn write(parent: &'a Dir, target: &str, content: &[u8]) -> io::Result<Self> {
        may_write(parent, target)?;
        let mut random = [0; 8];
        getrandom::fill(&mut random).map_err(io::Error::other)?;
        let name = format!("{START}{:016x}{END}", u64::from_le_bytes(random));
        let mut file = parent.open_with(&name, OpenOptions::new().write(true).create_new(true))?;
        let mut draft = Draft { parent, name, is_copied: false };
        if let Ok(metadata) = parent.symlink_metadata(target) {
            draft.is_copied = n_links(&metadata) > 1 || !gives_owner(&file, &metadata);
            let _ = file.set_permissions(metadata.permissions());
        }
        file.write_all(content)?;
        file.sync_all()?;
        Ok(draft)
    }

    /// Replaces `target`.
    pub fn replace(self, target: &str) -> io::Result<()> {
        if !self.is_copied {
            return self.parent.rename(&self.name, self.parent, target);
        }
        let content = self.parent.read(&self.name)?;
        // The name of a draft would be cleared some time after an interruption.
        let saved = format!(".{target}.descriptorium-saved");
        self.parent.rename(&self.name, self.parent, &saved)?;
        overwrite(self.parent, target, &content).map_err(|error| {
            io::Error::other(format!("{}; the new contents are in `{saved}`", crate::folder::reason(&error)))
        })?;
        self.parent.remove_file(&saved)
    }

    /// Renames only if `target` does not exist: creating a hard link fails if it does.
    pub fn create(self, target: &str) -> io::Result<()> {
        match self.parent.hard_link(&self.name, self.parent, target) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            // The file system does not support hard links.
            Err(_) if self.parent.symlink_metadata(target).is_err() => {
                self.parent.rename(&self.name, self.parent, target)
            }
            Err(error) => Err(error),
        }
    }
}

/// Overwrites a file in place.
fn overwrite(parent: &Dir, target: &str, content: &[u8]) -> io::Result<()> {
    let mut file = parent.open_with(target, OpenOptions::new().write(true))?;
    file.write_all(content)?;
    file.set_len(content.len() as u64)?;
    file.sync_all()
}

#[cfg(unix)]
fn n_links(metadata: &Metadata) -> u64 {
    use cap_std::fs::MetadataExt;
    metadata.nlink()
}

/// Gives a file the owner and the group in `wanted`; false if we may not.
#[cfg(unix)]
fn gives_owner(file: &File, wanted: &Metadata) -> bool {
    use cap_std::fs::MetadataExt;
    let owner = |metadata: &Metadata| (metadata.uid(), metadata.gid());
    let is_same = file.metadata().is_ok_and(|own| owner(&own) == owner(wanted));
    is_same || std::os::unix::fs::fchown(file, Some(wanted.uid()), Some(wanted.gid())).is_ok()
}

#[cfg(not(unix))]
fn n_links(_: &Metadata) -> u64 {
    1
}

#[cfg(not(unix))]
fn gives_owner(_: &File, _: &Metadata) -> bool {
    true
}

impl Drop for Draft<'_> {
    fn drop(&mut self) {
        let _ = self.parent.remove_file(&self.name); // After a rename it no longer exists.
    }
}
