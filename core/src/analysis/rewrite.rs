//! Rewrites that keep the meaning of a text.

use crate::analysis::Analysis;
use crate::edit::{Change, EditError};
use crate::editing::conversion::Conversion;
use crate::text::FilePath;

impl Analysis {
    /// The descriptor at `path` in the other forms of its language; refused next to syntax errors.
    pub fn conversions(&self, path: &FilePath) -> Result<Vec<Conversion>, EditError> {
        let Some((context, services)) = self.served(path) else { return Ok(Vec::new()) };
        if !context.file.errors.is_empty() {
            return Err(EditError::Refused("fix the syntax errors first".to_owned()));
        }
        (services.conversions)(context)
    }

    /// The rewrites at an offset of a file, such as another notation. None next to syntax errors.
    pub fn rewrites(&self, path: &FilePath, offset: usize) -> Vec<Change> {
        let file = self.file(path).filter(|file| file.errors.is_empty());
        match (file, file.and_then(|file| self.services(file))) {
            (Some(file), Some(services)) => (services.rewrites)(self.context(file), offset),
            _ => Vec::new(),
        }
    }
}
