//! Service templates of the TOSCA Simple Profile in YAML.
//! Source: version 1.2, committee specification draft 01 (seed 002); the chapters are those of that text.

pub mod imports;
pub mod inherited;
pub mod mentions;
pub mod normative;
pub mod schema;
pub mod topology;

use crate::syntax::Node;

/// Whether this is a service template: by its version line, or where that is missing, by a section that nothing else
/// has. Other languages with such a line (`cloudify_dsl_1_3`) are not read.
pub fn recognize(root: &Node) -> bool {
    match root.get("tosca_definitions_version") {
        Some(version) => {
            let version = version.as_text().unwrap_or_default();
            version.is_empty() || version.starts_with("tosca_") || version.contains("/tosca/")
        }
        None => root.entry("topology_template").is_some(),
    }
}
