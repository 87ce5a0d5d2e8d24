//! References to properties or attributes that a node type does not have.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults, report_missing_members};
use crate::symbol::SymbolKind;
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/property/no-such-property",
    severity: Severity::Error,
    title: "unknown property or attribute",
    doc: "A template can only set properties that its type, or that of the capability or value, defines or \
          inherits. The same holds for names in \
          `get_property`, `get_attribute` and `substitution_mappings`. Every property can also be read as an \
          attribute, but not the other way round (4.4.2, 4.5.1).\n\nNothing is reported if the type or one of its \
          ancestors is not in the catalog.",
    sources: &["T-3.5.4-01", "T-3.5.10-01", "T-3.5.10-05", "T-3.5.12-01", "T-3.7.1-02", "T-3.7.4-03", "T-3.7.5-05", "T-3.7.6-04", "T-3.7.8-03", "T-4.1-07", "T-4.4.2-03", "T-4.5.1-01", "T-11-7", "T-5.11-1", "T-5.3.4-4"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server:
    derived_from: tosca.nodes.Root
    properties:
      port: {type: integer}
topology_template:
  node_templates:
    web:
      type: example.Server
      properties: {port: 80}
  outputs:
    port: {value: {get_property: [web, prot]}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server:
    derived_from: tosca.nodes.Root
    properties:
      port: {type: integer}
topology_template:
  node_templates:
    web:
      type: example.Server
      properties: {port: 80}
  outputs:
    port: {value: {get_property: [web, port]}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_missing_members(cx, [(SymbolKind::Property, "property"), (SymbolKind::Attribute, "attribute")]);
    report_faults(cx, FaultKind::UnknownProperty);
}
