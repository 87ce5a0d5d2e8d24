//! The components and references of an assembly, and what they are of.

use crate::analysis::Analysis;
use crate::assembly::model::{Component, Descriptor as Model};
use crate::assembly::resolve;
use crate::language::Descriptor;
use crate::syntax::NodePath;
use crate::text::FilePath;

impl Analysis {
    /// The assembly or resource descriptor in `file`.
    pub fn descriptor(&self, file: &FilePath) -> Option<&Model> {
        match self.file(file)?.descriptor.as_ref()? {
            Descriptor::Assembly(descriptor) => Some(descriptor),
        }
    }

    /// The component or reference that stands at `path` of `file`.
    pub fn part(&self, file: &FilePath, path: &NodePath) -> Option<&Component> {
        let descriptor = self.descriptor(file)?;
        descriptor.composition.iter().chain(&descriptor.references).find(|part| part.name.path == *path)
    }

    /// The descriptor of the type of the part at `path`, if the catalog has it.
    pub fn part_type(&self, file: &FilePath, path: &NodePath) -> Option<&Model> {
        let of = self.part(file, path)?.of.as_ref()?;
        Some(resolve(self.workspace(), self.catalog(), of)?.1)
    }

    /// Whether the component at `path` is a nested assembly.
    pub fn is_nested(&self, file: &FilePath, path: &NodePath) -> bool {
        let of = self.part(file, path).and_then(|part| part.of.as_ref());
        of.is_some_and(|of| of.kind == "assembly") && path.starts_with(&NodePath::keys(["composition"]))
    }
}
