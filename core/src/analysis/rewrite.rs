//! Rewrites that keep the meaning of a text.

use crate::analysis::Analysis;
use crate::edit::Change;
use crate::text::FilePath;

impl Analysis {
    /// The rewrites at an offset of a file, such as another notation. None next to syntax errors.
    pub fn rewrites(&self, path: &FilePath, offset: usize) -> Vec<Change> {
        let file = self.file(path).filter(|file| file.errors.is_empty());
        match (file, file.and_then(|file| self.services(file))) {
            (Some(file), Some(services)) => (services.rewrites)(self.context(file), offset),
            _ => Vec::new(),
        }
    }
}
