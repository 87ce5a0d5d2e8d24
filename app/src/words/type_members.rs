//! The members of a type, with their origins.

use super::{inspector, preview, words};

words! {
    all_members: "All members", "Alle Bestandteile";
    attributes: "Attributes", "Attribute";
    interfaces: "Interfaces", "Interfaces";
    artifacts: "Artifacts", "Artefakte";
    own: "own", "eigen";
    from: "from", "von";
    refines: "refines", "verfeinert";
    which_refines: "which refines", "die verfeinert";
    in_file(name: &str, file: &str): "{name}, in {file}", "{name}, in {file}";
}

/// The heading of a section of members.
pub fn section(name: &str) -> &'static str {
    match name {
        "properties" => inspector::properties(),
        "attributes" => attributes(),
        "capabilities" => inspector::capabilities(),
        "requirements" => inspector::requirements(),
        "interfaces" => interfaces(),
        "artifacts" => artifacts(),
        "operations" => inspector::operations(),
        _ => preview::inputs(),
    }
}
