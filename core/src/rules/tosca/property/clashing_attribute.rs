//! Attribute and property of different types.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/property/clashing-attribute",
    severity: Severity::Error,
    title: "attribute and property of different types",
    doc: "Every property is also an attribute with the same name, so an attribute definition with this name must \
          have the same type (3.5.11).",
    sources: &["T-3.5.11-06"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      port: {type: integer}
    attributes:
      port: {type: string}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      port: {type: integer}
    attributes:
      port: {type: integer}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::ClashingAttribute);
}
