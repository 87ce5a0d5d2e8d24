//! Inputs of a substituting topology that nothing provides.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/substitution/unfed-input",
    severity: Severity::Error,
    title: "input of a substituting topology without a value",
    doc: "The inputs of a topology that substitutes a node are set by properties of the node: by a mapping, or by \
          a property of the same name. Any other input needs a default (2.10).",
    sources: &["T-2.10-04"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      port: {type: integer}
topology_template:
  inputs:
    port: {type: integer}
    size: {type: integer}
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
    size: {type: integer, default: 1}
  node_templates:
    app: {type: tosca.nodes.Root}
  substitution_mappings:
    node_type: example.App
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::UnfedInput);
}
