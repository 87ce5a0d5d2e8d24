//! Access to the components and references of an assembly by file.

use crate::analysis::Analysis;
use crate::assembly::model::{Component, Descriptor};
use crate::assembly::{self, part};
use crate::syntax::NodePath;
use crate::text::FilePath;
use crate::workspace::SourceFile;

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

    /// Whether the box at `path` is a nested assembly, or a node that the topology of another file substitutes.
    pub fn is_nested(&self, file: &FilePath, path: &NodePath) -> bool {
        let nested = |file: &SourceFile| {
            let nested = file.language.map(|language| language.semantics().nested);
            part::is_nested(file, path) || nested.is_some_and(|nested| nested(self.context(file), path).is_some())
        };
        self.file(file).is_some_and(|file| nested(file))
    }
}
