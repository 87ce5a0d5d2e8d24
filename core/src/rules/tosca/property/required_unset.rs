//! Missing value of a required property.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/property/required-unset",
    severity: Severity::Error,
    title: "missing value of a required property",
    doc: "Every required property needs a value unless it has a default: properties of node and relationship \
          templates, groups and policies, of all capabilities of a node, and of data types. Templates with the \
          directive `selectable` are exempt, since their properties are criteria for the selection (3.5.9, \
          3.5.10).",
    sources: &["T-3.5.6-04", "T-3.5.9-02", "T-3.5.10-04", "T-3.7.1-04", "T-3.7.2-15", "T-5.3.4-1", "T-5.7.5-1", "T-5.9.7-1"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      port: {type: integer}
topology_template:
  node_templates:
    app: {type: example.App}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      port: {type: integer}
topology_template:
  node_templates:
    app: {type: example.App, properties: {port: 80}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::RequiredUnset);
}
