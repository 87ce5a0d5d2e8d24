//! Calls of operations that the target of a step does not have.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/workflow/no-such-operation",
    severity: Severity::Error,
    title: "call of an unknown operation",
    doc: "`call_operation` names an interface and an operation of the target: of the node template, or of the relationship \
          if the step has a `target_relationship` (3.5.19). In the action of a trigger the targets are those of the policy.",
    sources: &["T-3.5.19-03", "T-7.3-12", "T-5.8.5-1"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  workflows:
    restart:
      steps:
        run: {target: server, activities: [call_operation: Standard.reboot]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  workflows:
    restart:
      steps:
        run: {target: server, activities: [call_operation: Standard.start]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::UnknownCall);
}
