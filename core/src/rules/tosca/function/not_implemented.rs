//! Output of an operation without implementation.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/function/not-implemented",
    severity: Severity::Warning,
    title: "output of an operation without implementation",
    doc: "An operation without an implementation does nothing, so it never sets the output (4.6.1).",
    sources: &["T-4.6.1-04"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app: {type: tosca.nodes.Root}
  outputs:
    size: {value: {get_operation_output: [app, Standard, create, size]}}
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
    report_faults(cx, FaultKind::NotImplemented);
}
