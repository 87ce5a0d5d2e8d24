//! Writing a file wholly or not at all.

use std::io::{self, Write};

use cap_std::fs::{Dir, OpenOptions};

/// A file that is complete on the disk but does not have its name yet. It goes if it does not get it.
#[derive(Debug)]
pub struct Draft<'a> {
    parent: &'a Dir,
    name: String,
}

impl<'a> Draft<'a> {
    /// Writes `content` beside `target`, with the permissions that `target` has, if it is there.
    pub fn write(parent: &'a Dir, target: &str, content: &[u8]) -> io::Result<Self> {
        let mut random = [0; 8];
        getrandom::fill(&mut random).map_err(io::Error::other)?;
        let name = format!(".descriptorium-{:016x}.tmp", u64::from_le_bytes(random));
        let mut file = parent.open_with(&name, OpenOptions::new().write(true).create_new(true))?;
        let draft = Draft { parent, name };
        if let Ok(metadata) = parent.symlink_metadata(target) {
            let _ = file.set_permissions(metadata.permissions());
        }
        file.write_all(content)?;
        file.sync_all()?;
        Ok(draft)
    }

    /// Takes the place of `target`.
    pub fn replace(self, target: &str) -> io::Result<()> {
        self.parent.rename(&self.name, self.parent, target)
    }

    /// Gives the name only if nothing has it: a link cannot replace a file.
    pub fn create(self, target: &str) -> io::Result<()> {
        match self.parent.hard_link(&self.name, self.parent, target) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            // The file system has no hard links.
            Err(_) if self.parent.symlink_metadata(target).is_err() => {
                self.parent.rename(&self.name, self.parent, target)
            }
            Err(error) => Err(error),
        }
    }
}

impl Drop for Draft<'_> {
    fn drop(&mut self) {
        let _ = self.parent.remove_file(&self.name); // After a rename there is none any more.
    }
}
