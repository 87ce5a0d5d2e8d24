//! A file in its workspace, as passed to the functions of a language.

use crate::catalog::Catalog;
use crate::memo::Memo;
use crate::settings::Settings;
use crate::workspace::{SourceFile, Workspace};

/// A file with everything that an answer about it may depend on.
#[derive(Clone, Copy)]
pub struct FileContext<'a> {
    pub file: &'a SourceFile,
    pub workspace: &'a Workspace,
    pub catalog: &'a Catalog,
    pub settings: &'a Settings,
    /// Facts shared by several files of the workspace.
    pub memo: &'a Memo,
}

impl<'a> FileContext<'a> {
    /// Another file of the same workspace.
    pub fn of(self, file: &'a SourceFile) -> Self {
        FileContext { file, ..self }
    }
}
