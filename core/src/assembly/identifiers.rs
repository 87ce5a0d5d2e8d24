//! The identifiers of an assembly or resource descriptor: its full name, its components, and those in their properties.

use crate::assembly::descriptor;
use crate::identity::{Identifiers, Scheme, is_universal};
use crate::syntax::{Node, NodePath};
use crate::text::Span;
use crate::workspace::SourceFile;

/// The properties that name a module of a service.
const MODULE: [&str; 2] = ["resource-module-name", "resource_module_name"];

pub fn identifiers(file: &SourceFile) -> Identifiers {
    let mut found = Identifiers::default();
    if let Some(name) = file.defines() {
        let span = file.key_span(&NodePath::keys(["name"])).unwrap_or(Span::at(0));
        found.define(Scheme::Descriptor, &name.to_string(), NodePath::root(), span);
    }
    let Some(descriptor) = descriptor(file) else { return found };
    for component in &descriptor.composition {
        found.define(Scheme::Module, &component.name.text, component.name.path.clone(), component.name.span);
        for property in &component.properties {
            let Some(value) = &property.value else { continue };
            let Some(text) = Node::as_text(value) else { continue };
            let scheme =
                if MODULE.contains(&property.name.text.as_str()) { Scheme::Module } else { Scheme::Descriptor };
            if scheme == Scheme::Module || is_universal(text) {
                found.name(scheme, text, property.name.path.clone(), value.span);
            }
        }
    }
    found
}
