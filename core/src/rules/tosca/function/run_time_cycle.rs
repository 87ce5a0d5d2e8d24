//! Values that are needed before the node that provides them.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/function/run-time-cycle",
    severity: Severity::Warning,
    title: "value of a node that is deployed later",
    doc: "A node is deployed after all nodes that it requires. A property that reads an attribute of a node that \
          depends on this one needs a value that exists only later (2.11).",
    sources: &["T-2.11-01"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      peer: {type: string, required: false}
    attributes:
      address: {type: string}
topology_template:
  node_templates:
    front: {type: example.App, requirements: [dependency: back]}
    back: {type: example.App, properties: {peer: {get_attribute: [front, address]}}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      peer: {type: string, required: false}
    attributes:
      address: {type: string}
topology_template:
  node_templates:
    front: {type: example.App, requirements: [dependency: back], properties: {peer: {get_attribute: [back, address]}}}
    back: {type: example.App}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::RunTimeCycle);
}
