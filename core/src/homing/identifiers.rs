//! The identifiers in the demands of a homing template that name descriptors and modules of other languages.

use crate::homing::view::{View, call};
use crate::identity::{Identifiers, Scheme, is_universal};
use crate::syntax::{Node, NodePath};
use crate::workspace::SourceFile;

/// The attribute that names a module of the service.
const MODULE: [&str; 2] = ["resource-module-name", "resource_module_name"];

pub fn identifiers(file: &SourceFile) -> Identifiers {
    let mut found = Identifiers::default();
    let Some(root) = file.root.as_deref() else { return found };
    let view = View::new(root);
    for (_, path, requirement) in view.requirements() {
        values(&view, requirement, &path, &mut found);
    }
    found
}

/// The identifiers in the values of a mapping, at any depth.
fn values<'a>(view: &View<'a>, node: &'a Node, path: &NodePath, found: &mut Identifiers) {
    for entry in node.entries() {
        let Some(key) = entry.key.as_text() else { continue };
        let path = path.key(key);
        // The value of a parameter is where the parameter is used.
        if let Some(text) = view.resolve(&entry.value).and_then(Node::as_text) {
            let scheme = match () {
                () if MODULE.contains(&key) => Some(Scheme::Module),
                () if is_universal(text) => Some(Scheme::Descriptor),
                () => None,
            };
            if let Some(scheme) = scheme {
                found.name(scheme, text, path, entry.value.span);
            }
        } else if call(&entry.value).is_none() {
            values(view, &entry.value, &path, found);
        }
    }
    for (index, item) in node.items().iter().enumerate() {
        values(view, item, &path.index(index), found);
    }
}
