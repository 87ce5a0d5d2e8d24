//! Formatting of files and selections.

use crate::analysis::Analysis;
use crate::edit::{Change, EditError};
use crate::package;
use crate::syntax::patch::format;
use crate::text::{FilePath, Span};

impl Analysis {
    /// Formats the lines that `selection` touches, or all lines without one. The change is empty if they are already
    /// formatted. See [`format::format`] for the style and for what is refused.
    ///
    /// # Errors
    ///
    /// [`EditError::Missing`] if the file does not exist.
    pub fn formatted(&self, path: &FilePath, selection: Option<Span>) -> Result<Change, EditError> {
        let file = self.file(path).ok_or_else(|| EditError::Missing(path.to_string()))?;
        if package::is_csv(path) {
            return Err(EditError::Refused("a CSV file has no format".to_owned()));
        }
        let title = if selection.is_some() { "Format selection" } else { "Format file" };
        let selection = selection.unwrap_or(Span::new(0, file.text.len()));
        let edit = format::format(&file.text, &file.tree, selection)?;
        Ok(Change::of_file(title, path.clone(), edit))
    }
}
