//! Lines laid out as the rest of their file is.

use crate::analysis::Analysis;
use crate::edit::{Change, EditError};
use crate::syntax::patch::format;
use crate::text::{FilePath, Span};

impl Analysis {
    /// The change that lays out the lines that `selection` touches, all lines if there is none; empty if they are laid
    /// out already. [`format::format`] says what that is, and what it refuses.
    ///
    /// # Errors
    /// [`EditError::Missing`] if there is no such file.
    pub fn formatted(&self, path: &FilePath, selection: Option<Span>) -> Result<Change, EditError> {
        let file = self.file(path).ok_or_else(|| EditError::Missing(path.to_string()))?;
        let title = if selection.is_some() { "Format the lines" } else { "Format the file" };
        let selection = selection.unwrap_or(Span::new(0, file.text.len()));
        let edit = format::format(&file.text, &file.tree, selection)?;
        Ok(Change::of_file(title, path.clone(), edit))
    }
}
