//! Homing templates of ONAP HAS, which decide where the parts of a service are placed. Source: the homing specification
//! guide (seed 003), version 2017-10-10. JSON is read as YAML.

pub mod actions;
pub mod command;
pub mod complete;
pub mod conductor;
pub mod distance;
pub mod hover;
pub mod identifiers;
pub mod kinds;
pub mod map;
pub mod mentions;
pub mod model;
pub mod objective;
pub mod pattern;
pub mod placement;
mod python;
pub mod ready;
pub mod rename;
pub mod schema;
pub mod sentence;
pub mod supplied;
pub mod terms;
pub mod threshold;
pub mod topology;
pub mod view;

use crate::language::Descriptor;
use crate::syntax::Node;
use crate::workspace::SourceFile;

/// Whether this is a homing template: it has the version key, or else demands and another section about them. A plan
/// request has a template. A list of sections is an attempt at a template.
pub fn recognize(root: &Node) -> bool {
    let is_listed = root.items().first().is_some_and(|item| item.entry("homing_template_version").is_some());
    let template = view::template(root).1;
    let has = |key: &str| template.entry(key).is_some() || is_listed && key == "homing_template_version";
    has("homing_template_version") || has("demands") && (has("constraints") || has("optimization"))
}

/// The homing template in `file`.
pub fn template(file: &SourceFile) -> Option<&model::Template> {
    match file.descriptor.as_ref()? {
        Descriptor::Homing(template) => Some(template),
        _ => None,
    }
}
