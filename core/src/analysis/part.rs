//! Access to the components and references of an assembly by file.

use crate::analysis::Analysis;
use crate::assembly::model::{Component, Descriptor};
use crate::assembly::{self, part};
use crate::syntax::NodePath;
use crate::text::FilePath;

impl Analysis {
    /// The assembly or resource descriptor in `file`.
    pub fn descriptor(&self, file: &FilePath) -> Option<&Descriptor> {
        assembly::descriptor(self.file(file)?)
    }

    /// The component or reference at `path` of `file`.
    pub fn part(&self, file: &FilePath, path: &NodePath) -> Option<&Component> {
        part::part(self.file(file)?, path)
    }

    /// The descriptor of the type of the part at `path`, if the catalog has it.
    pub fn part_type(&self, file: &FilePath, path: &NodePath) -> Option<&Descriptor> {
        part::part_type(self.context(self.file(file)?), path)
    }

    /// Whether the component at `path` is a nested assembly.
    pub fn is_nested(&self, file: &FilePath, path: &NodePath) -> bool {
        self.file(file).is_some_and(|file| part::is_nested(file, path))
    }
}
