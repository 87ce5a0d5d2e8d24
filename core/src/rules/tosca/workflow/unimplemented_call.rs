//! Calls of operations without an implementation.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/workflow/unimplemented-call",
    severity: Severity::Info,
    title: "call of an operation without implementation",
    doc: "Neither the template nor its type implements the operation, so the step does nothing (3.5.19).",
    sources: &["T-3.5.19-08"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  workflows:
    boot:
      steps:
        start: {target: server, activities: [call_operation: Standard.start]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      interfaces:
        Standard: {create: https://example.org/create.sh, start: https://example.org/start.sh}
  workflows:
    boot:
      steps:
        start: {target: server, activities: [call_operation: Standard.start]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::UnimplementedCall);
}
