//! Homing templates of ONAP HAS, which decide where the parts of a service are placed. Source: the homing specification
//! guide (seed 003), version 2017-10-10. JSON is read as YAML.

pub mod command;
pub mod complete;
pub mod mentions;
pub mod model;
pub mod schema;
pub mod topology;

use crate::language::Descriptor;
use crate::syntax::Node;
use crate::workspace::SourceFile;

/// Whether this is a homing template: it has the version key, or else demands and another section about them.
pub fn recognize(root: &Node) -> bool {
    let has = |key: &str| root.entry(key).is_some();
    has("homing_template_version") || has("demands") && (has("constraints") || has("optimization"))
}

/// The homing template in `file`.
pub fn template(file: &SourceFile) -> Option<&model::Template> {
    match file.descriptor.as_ref()? {
        Descriptor::Homing(template) => Some(template),
        _ => None,
    }
}
