//! Assembly and resource descriptors of IBM CP4NA and TNC-O.
//! Sources: the assembly descriptor pages (seeds 000 and 001) and the resource descriptor page of TNC-O.

pub mod interpolation;
pub mod model;
pub mod schema;

use crate::syntax::Node;
use crate::text::FilePath;
use model::DescriptorKind;

/// Whether the file is an assembly or a resource descriptor: by its name, else by where it lies in a package, else by
/// the sections that only one of them has.
pub fn recognize(path: &FilePath, root: &Node) -> Option<DescriptorKind> {
    let name = root.get("name").and_then(Node::as_text).unwrap_or("").trim();
    let has = |key: &str| root.entry(key).is_some();
    let prefix = name.split("::").next().unwrap_or("").to_ascii_lowercase();
    if name.contains("::") && prefix == "assembly" || name.to_ascii_lowercase().starts_with("assembly:") {
        return Some(DescriptorKind::Assembly);
    }
    if name.contains("::") && prefix == "resource" || name.to_ascii_lowercase().starts_with("resource:") {
        return Some(DescriptorKind::Resource);
    }
    if name.starts_with("assembly-template::") || name.starts_with("type::") {
        return None;
    }
    if path.as_str().ends_with("Definitions/lm/resource.yaml") || path.as_str().ends_with("Definitions/lm/resource.yml")
    {
        return Some(DescriptorKind::Resource);
    }
    if path.as_str().ends_with("Descriptor/assembly.yml") || path.as_str().ends_with("Descriptor/assembly.yaml") {
        return Some(DescriptorKind::Assembly);
    }
    if has("composition") {
        return Some(DescriptorKind::Assembly);
    }
    let resource = has("lifecycle") && (has("default-driver") || has("infrastructure") || has("properties"));
    resource.then_some(DescriptorKind::Resource)
}
