//! The exports of an assembly or resource descriptor.

use std::hash::{Hash, Hasher};

use crate::assembly::descriptor;
use crate::exports::{self, Exports, Fingerprint, NodeRole};
use crate::sorting::gather;
use crate::workspace::SourceFile;

/// The types of its parts, its own name, and a hash of everything except the layout.
pub fn exports(file: &SourceFile) -> Exports {
    let mut hasher = Fingerprint::default();
    if let Some(root) = &file.root {
        exports::hash(root, NodeRole::Root, &["designerLayout"], &mut hasher);
    }
    // What a project says about the file is not in its text.
    file.project.as_ref().map(|project| (&project.name, &project.root)).hash(&mut hasher);
    let hash = hasher.finish();
    let Some(descriptor) = descriptor(file) else { return Exports { hash, ..Exports::default() } };
    let parts = descriptor.composition.iter().chain(&descriptor.references);
    let uses = parts.filter_map(|role| role.of.as_ref()).map(|of| (of.kind.clone(), of.name.clone()));
    Exports {
        uses: gather(uses),
        defines: descriptor.full_name.as_ref().map(|name| (name.kind.clone(), name.name.clone())),
        hash,
        // A `dynamicType` may yield any descriptor.
        asks_catalog: descriptor.composition.iter().any(|component| component.dynamic_type.is_some()),
        asks_if_alone: false,
        asks_exports: false,
    }
}
