//! A type that no service template at hand defines.

use crate::diagnostic::Severity;
use crate::rules::tosca::missing;
use crate::rules::{Check, Rule};
use crate::symbol::SymbolKind;

pub static RULE: Rule = Rule {
    code: "tosca/no-such-type",
    severity: Severity::Warning,
    title: "no type of this name is defined or imported",
    doc: "A type is defined in the same file or in one that it imports, directly or through others; the normative types, \
          `tosca.nodes.Compute` and the like, are there always.\n\nNothing is said where a file that is imported is not in the \
          catalog. With `--strict` this is an error.",
    sources: &[],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server: {derived_from: tosca.nodes.Root}
topology_template:
  node_templates:
    web: {type: example.Sever}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server: {derived_from: tosca.nodes.Root}
topology_template:
  node_templates:
    web: {type: example.Server}
",
    check,
};

/// What is a type, with what a person calls it.
const TYPES: [(SymbolKind, &str); 8] = [
    (SymbolKind::ArtifactType, "artifact type"),
    (SymbolKind::DataType, "data type"),
    (SymbolKind::CapabilityType, "capability type"),
    (SymbolKind::InterfaceType, "interface type"),
    (SymbolKind::RelationshipType, "relationship type"),
    (SymbolKind::NodeType, "node type"),
    (SymbolKind::GroupType, "group type"),
    (SymbolKind::PolicyType, "policy type"),
];

fn check(cx: &mut Check<'_>) {
    let severity = if cx.settings.strict { Severity::Error } else { Severity::Warning };
    for one in missing(cx, &TYPES.map(|(kind, _)| kind)) {
        let name = &one.mention.name;
        let Some((_, what)) = TYPES.iter().find(|(kind, _)| *kind == one.mention.kind) else { continue };
        let finding = cx.report(one.mention.span, format!("no {what} `{name}` is defined or imported here"));
        finding.severity(severity).suggest(name, one.known, "define it, or import the file that does");
    }
}
