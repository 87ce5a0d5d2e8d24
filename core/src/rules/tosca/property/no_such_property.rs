//! A property or attribute that the type of a node does not have.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_missing_members};
use crate::symbol::SymbolKind;

pub static RULE: Rule = Rule {
    code: "tosca/property/no-such-property",
    severity: Severity::Error,
    title: "a node has no such property or attribute",
    doc: "What a node template sets, what `get_property` and `get_attribute` read of it, and what `substitution_mappings` lead \
          to it, are properties or attributes that its type defines or inherits. Every property can be read as an attribute \
          as well, but not the other way round (4.4.2, 4.5.1).\n\nNothing is reported if the type, or one that it is derived \
          from, is not in the catalog. The members of normative types other than `tosca.nodes.Root` are not checked yet.",
    sources: &[],
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
}
