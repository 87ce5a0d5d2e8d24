//! Unknown operation in a function.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/function/no-such-operation",
    severity: Severity::Error,
    title: "unknown operation in a function",
    doc: "`get_operation_output` names an interface of the node or relationship, and one of its operations \
          (4.6.1).",
    sources: &["T-4.6.1-02"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app: {type: tosca.nodes.Root}
  outputs:
    size: {value: {get_operation_output: [app, Standard, reboot, size]}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app: {type: tosca.nodes.Root, interfaces: {Standard: {create: https://example.org/create.sh}}}
  outputs:
    size: {value: {get_operation_output: [app, Standard, create, size]}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::NoSuchOperation);
}
