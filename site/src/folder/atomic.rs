//! Atomic writes: a file is written completely or not at all.

use std::io::{self, Write};
use std::time::{Duration, SystemTime};

use cap_std::fs::{Dir, OpenOptions};

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

/// A temporary file with the complete contents, renamed to its target or deleted when dropped.
#[derive(Debug)]
pub struct Draft<'a> {
    parent: &'a Dir,
    name: String,
}

impl<'a> Draft<'a> {
    /// Writes `content` next to `target`, with the permissions of `target` if it exists.
    pub fn write(parent: &'a Dir, target: &str, content: &[u8]) -> io::Result<Self> {
        let mut random = [0; 8];
        getrandom::fill(&mut random).map_err(io::Error::other)?;
        let name = format!("{START}{:016x}{END}", u64::from_le_bytes(random));
        let mut file = parent.open_with(&name, OpenOptions::new().write(true).create_new(true))?;
        let draft = Draft { parent, name };
        if let Ok(metadata) = parent.symlink_metadata(target) {
            let _ = file.set_permissions(metadata.permissions());
        }
        file.write_all(content)?;
        file.sync_all()?;
        Ok(draft)
    }

    /// Replaces `target`.
    pub fn replace(self, target: &str) -> io::Result<()> {
        self.parent.rename(&self.name, self.parent, target)
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

impl Drop for Draft<'_> {
    fn drop(&mut self) {
        let _ = self.parent.remove_file(&self.name); // After a rename it no longer exists.
    }
}
