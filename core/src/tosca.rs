//! Service templates of the TOSCA Simple Profile in YAML. Source: version 1.2, committee specification draft 01 (seed
//! 002). Chapter numbers refer to it.

pub mod assignable;
pub mod built_in;
pub mod calls;
pub mod closure;
pub mod command;
pub mod complete;
pub mod convert;
pub mod copies;
pub mod deployment;
pub mod derivation;
pub mod diagram;
pub mod diagrams;
pub mod difference;
pub mod effective;
mod entity;
pub mod equivalence;
pub mod evaluation;
pub mod example;
pub mod exports;
pub mod extensions;
pub mod faults;
pub mod files;
pub mod fulfilment;
pub mod hints;
pub mod hover;
pub mod identifiers;
pub mod image;
pub mod implementation;
pub mod imports;
pub mod inherited;
pub mod interfaces;
pub mod mentions;
pub mod model;
pub mod notation;
pub mod occurrences;
mod operation;
pub mod packing;
mod requirement;
pub mod rewrite;
pub mod schema;
pub mod scope;
pub mod secret;
pub mod shape;
pub mod substitution;
pub mod topology;
mod trigger;
pub mod type_diagram;
pub mod type_graph;
pub mod type_uses;
mod types;
pub mod value;
pub mod version;
pub mod weaving;
pub mod workflow;

use crate::language::Descriptor;
use crate::symbol::DescriptorRef;
use crate::syntax::Node;
use crate::workspace::SourceFile;

/// The path of the version of a template.
pub const VERSION: [&str; 2] = ["metadata", "template_version"];

/// Whether this is a service template: it has the version key, or else a section that no other language has. Other
/// languages with a version key (`cloudify_dsl_1_3`) are excluded.
pub fn recognize(root: &Node) -> bool {
    match root.get("tosca_definitions_version") {
        Some(version) => {
            let version = version.as_text().unwrap_or_default();
            version.is_empty() || version.starts_with("tosca_") || version.contains("/tosca/")
        }
        None => root.entry("topology_template").is_some(),
    }
}

/// The name, author and version of the template from its metadata, if present (3.9.3.2).
pub fn edition(root: &Node) -> Option<DescriptorRef> {
    let [section, version] = VERSION;
    let metadata = root.get(section)?;
    let text = |key: &str| metadata.get(key)?.as_text();
    DescriptorRef::edition("tosca", text("template_author"), text("template_name")?, text(version)?)
}

/// The service template in `file`.
pub fn template(file: &SourceFile) -> Option<&model::ServiceTemplate> {
    match file.descriptor.as_ref()? {
        Descriptor::Tosca(template) => Some(template),
        _ => None,
    }
}
