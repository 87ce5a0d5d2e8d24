//! Two values outside of each other's limits.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/value/outside-limits",
    severity: Severity::Error,
    title: "value outside of its limits",
    doc: "A default number of instances is between the minimum and the maximum, and a minimum is not greater \
          than a maximum (5.5.13). The size of an object storage is within its `maxsize` (5.9.8). A \
          placement policy lists as many containers as it asks for (chapter 12); fewer are a warning.",
    sources: &["T-5.5.13-1", "T-5.9.8-1", "T-12-5"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      capabilities:
        scalable: {properties: {min_instances: 2, max_instances: 4, default_instances: 1}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      capabilities:
        scalable: {properties: {min_instances: 2, max_instances: 4, default_instances: 3}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::OutsideLimits);
}
