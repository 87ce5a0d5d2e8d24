//! The members of a type, with their origins.

use super::words;

words! {
    all_members: "All members", "Alle Bestandteile";
    properties: "Properties", "Properties";
    attributes: "Attributes", "Attribute";
    capabilities: "Capabilities", "Capabilities";
    requirements: "Requirements", "Requirements";
    interfaces: "Interfaces", "Interfaces";
    artifacts: "Artifacts", "Artefakte";
    operations: "Operations", "Operationen";
    inputs: "Inputs", "Inputs";
    own: "own", "eigen";
    from: "from", "von";
    refines: "refines", "verfeinert";
    which_refines: "which refines", "die verfeinert";
    in_file(name: &str, file: &str): "{name}, in {file}", "{name}, in {file}";
}

/// The heading of a section of members.
pub fn section(name: &str) -> &'static str {
    match name {
        "properties" => properties(),
        "attributes" => attributes(),
        "capabilities" => capabilities(),
        "requirements" => requirements(),
        "interfaces" => interfaces(),
        "artifacts" => artifacts(),
        "operations" => operations(),
        _ => inputs(),
    }
}
