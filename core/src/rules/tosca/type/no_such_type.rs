//! References to types that no available service template defines.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, missing};
use crate::symbol::SymbolKind;

pub static RULE: Rule = Rule {
    code: "tosca/type/no-such-type",
    severity: Severity::Warning,
    title: "unknown type",
    doc: "A type must be defined in the same file or in one that it imports, directly or indirectly. Normative types \
          such as `tosca.nodes.Compute` are always available.\n\nNothing is reported if an imported file is not in the \
          catalog, or if the file has neither imports nor a topology. Names that begin with `tosca.` are not checked \
          yet. With `--strict` this is an error.",
    sources: &["T-3.5.7-05", "T-3.7.3-01", "T-3.7.5-01", "T-3.7.6-01", "T-3.7.12-01"],
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

/// The kinds that are types, with their nouns.
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
        let finding = cx.report(one.mention.span, format!("unknown {what} `{name}`"));
        finding.severity(severity).suggest(name, one.known.iter().map(|name| name.as_str()), "define it, or import the file that defines it");
    }
}
