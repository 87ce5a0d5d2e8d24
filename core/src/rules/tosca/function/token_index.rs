//! Index beyond the parts of a text.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/function/token-index",
    severity: Severity::Error,
    title: "index beyond the parts of a string",
    doc: "`token` splits its first argument at every character of the second. The first part has index 0 (4.3.3).",
    sources: &["T-4.3.3-04"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  outputs:
    part: {value: {token: [\"a:b\", \":\", 5]}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  outputs:
    part: {value: {token: [\"a:b\", \":\", 1]}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::TokenIndex);
}
