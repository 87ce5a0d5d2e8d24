//! Use of a deprecated property.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/property/discouraged",
    severity: Severity::Warning,
    title: "use of a deprecated property",
    doc: "The definition of the property says that it is deprecated or unsupported. The use of an experimental \
          property is an info (3.5.9).",
    sources: &["T-3.5.9-09"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      port: {type: integer, required: false, status: deprecated}
topology_template:
  node_templates:
    app: {type: example.App, properties: {port: 80}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      port: {type: integer, required: false, status: supported}
topology_template:
  node_templates:
    app: {type: example.App, properties: {port: 80}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::Discouraged);
}
