//! Cyclic value.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/function/cyclic-value",
    severity: Severity::Error,
    title: "cyclic value",
    doc: "Values that read each other in a cycle have no value.",
    sources: &["T-4-03"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      first: {type: string, required: false}
      second: {type: string, required: false}
      ports: {type: list, required: false, entry_schema: {type: integer}}
topology_template:
  node_templates:
    app:
      type: example.App
      properties:
        first: {get_property: [SELF, second]}
        second: {get_property: [SELF, first]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      first: {type: string, required: false}
      second: {type: string, required: false}
      ports: {type: list, required: false, entry_schema: {type: integer}}
topology_template:
  node_templates:
    app:
      type: example.App
      properties:
        first: {get_property: [SELF, second]}
        second: text
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::CyclicValue);
}
