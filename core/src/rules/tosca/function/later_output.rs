//! Inputs of operations that need the output of a later one.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/function/later-output",
    severity: Severity::Warning,
    title: "output of a later operation",
    doc: "The operations of a node run in the order `create`, `configure`, `start`, `stop`, `delete` (5.8.4). An \
          input of an operation cannot be the output of one that runs at the same time or later (4.6.1).",
    sources: &["T-4.6.1-05"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app:
      type: tosca.nodes.Root
      interfaces:
        Standard:
          create:
            implementation: https://example.org/create.sh
            inputs: {id: {get_operation_output: [SELF, Standard, start, id]}}
          start: https://example.org/start.sh
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app:
      type: tosca.nodes.Root
      interfaces:
        Standard:
          create: https://example.org/create.sh
          start:
            implementation: https://example.org/start.sh
            inputs: {id: {get_operation_output: [SELF, Standard, create, id]}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::LaterOutput);
}
