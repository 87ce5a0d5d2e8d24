//! Required properties of a substituted node type that the topology does not use.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/substitution/unmapped-property",
    severity: Severity::Error,
    title: "unmapped property of the substituted node type",
    doc: "A topology that substitutes a node receives its properties. Each required property needs a mapping, an \
          input of the same name, or a default (3.7.12, 2.10).",
    sources: &["T-3.7.12-02"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      port: {type: integer}
topology_template:
  node_templates:
    app: {type: tosca.nodes.Root}
  substitution_mappings:
    node_type: example.App
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      port: {type: integer}
topology_template:
  inputs:
    port: {type: integer}
  node_templates:
    app: {type: tosca.nodes.Root}
  substitution_mappings:
    node_type: example.App
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::UnmappedProperty);
}
