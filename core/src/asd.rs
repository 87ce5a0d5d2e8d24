//! Application service descriptors of ONAP, as plain YAML. Source: the ASD page of the ONAP wiki (seed 004), which
//! compares versions. Keys removed from the final version are not accepted, except for renamed ones. An ASD inside a
//! TOSCA service template is treated as a service template.

pub mod command;
pub mod model;
pub mod schema;
pub mod topology;

use crate::language::Descriptor;
use crate::symbol::DescriptorRef;
use crate::syntax::Node;
use crate::workspace::SourceFile;

/// The key of the version of a descriptor.
pub const VERSION: &str = "asdVersion";

/// The key that identifies the items of the list under `list`.
pub fn item_key(list: &str) -> Option<&'static str> {
    match list {
        "deploymentItems" => Some("deploymentItemId"),
        "asdExtCpd" => Some("id"),
        _ => None,
    }
}

/// Whether this is an application service descriptor: it has the identifier, or else items and another key of its own.
pub fn recognize(root: &Node) -> bool {
    let items = root.entry("deploymentItems").is_some();
    let own = |key: &str| key.starts_with("asd") || key == "enhancedClusterCapabilities";
    let others = root.entries().iter().any(|entry| entry.key.as_text().is_some_and(own));
    root.entry("asdId").is_some() || items && others
}

/// Name and provider of the application, which never change, and the version of the descriptor.
pub fn edition(root: &Node) -> Option<DescriptorRef> {
    let text = |key: &str| root.get(key)?.as_text();
    DescriptorRef::edition("asd", text("asdProvider"), text("asdApplicationName")?, text(VERSION)?)
}

/// The application service descriptor in `file`.
pub fn application(file: &SourceFile) -> Option<&model::Application> {
    match file.descriptor.as_ref()? {
        Descriptor::Asd(application) => Some(application),
        _ => None,
    }
}
