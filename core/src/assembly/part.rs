//! Access to the parts (components and references) of an assembly, and the descriptors of their types.

use crate::assembly::model::{Component, Descriptor};
use crate::assembly::{descriptor, resolve};
use crate::context::FileContext;
use crate::syntax::NodePath;
use crate::text::FilePath;
use crate::workspace::SourceFile;

/// The component or reference at `path` of `file`.
pub fn part<'a>(file: &'a SourceFile, path: &NodePath) -> Option<&'a Component> {
    let descriptor = descriptor(file)?;
    descriptor.composition.iter().chain(&descriptor.references).find(|part| part.name.path == *path)
}

/// The descriptor of the type of the part at `path`, if the catalog has it.
pub fn part_type<'a>(context: FileContext<'a>, path: &NodePath) -> Option<&'a Descriptor> {
    let of = part(context.file, path)?.of.as_ref()?;
    Some(resolve(context.workspace, context.catalog, of)?.1)
}

/// Whether the component at `path` is a nested assembly.
pub fn is_nested(file: &SourceFile, path: &NodePath) -> bool {
    let of = part(file, path).and_then(|part| part.of.as_ref());
    of.is_some_and(|of| of.kind == "assembly") && path.starts_with(&NodePath::keys(["composition"]))
}

/// The file of the nested assembly at `path`.
pub fn nested(context: FileContext<'_>, path: &NodePath) -> Option<FilePath> {
    let of = part(context.file, path).filter(|_| is_nested(context.file, path))?.of.as_ref()?;
    Some(resolve(context.workspace, context.catalog, of)?.0.path.clone())
}

/// The files that define the types of all parts, if they are in the catalog.
pub fn sources(context: FileContext<'_>) -> Vec<FilePath> {
    let Some(descriptor) = descriptor(context.file) else { return Vec::new() };
    let types = descriptor.composition.iter().chain(&descriptor.references).filter_map(|part| part.of.as_ref());
    let files = types.filter_map(|of| resolve(context.workspace, context.catalog, of));
    files.map(|(file, _)| file.path.clone()).collect()
}
