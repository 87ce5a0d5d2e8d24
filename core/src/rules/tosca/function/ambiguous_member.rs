//! Ambiguous name in a function.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/function/ambiguous-member",
    severity: Severity::Warning,
    title: "ambiguous name in a function",
    doc: "If a name refers to both a capability and a requirement of a node, the capability is used. If a \
          requirement has several targets, the first one is used (4.4.2).",
    sources: &["T-4.4.2-06", "T-4.4.2-12"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      size: {type: integer}
topology_template:
  node_templates:
    app:
      type: tosca.nodes.Root
      requirements:
        - dependency: first
        - dependency: second
    first: {type: example.App, properties: {size: 1}}
    second: {type: example.App, properties: {size: 2}}
  outputs:
    size: {value: {get_property: [app, dependency, size]}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      size: {type: integer}
topology_template:
  node_templates:
    app:
      type: tosca.nodes.Root
      requirements:
        - dependency: first
        - dependency: second
    first: {type: example.App, properties: {size: 1}}
    second: {type: example.App, properties: {size: 2}}
  outputs:
    size: {value: {get_property: [first, size]}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::AmbiguousMember);
}
