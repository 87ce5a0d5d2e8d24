//! Comparison of versions without an order.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/value/unordered-versions",
    severity: Severity::Warning,
    title: "comparison of versions without an order",
    doc: "Versions with the same numbers and different qualifiers have no order, so a constraint that compares \
          them is not met (3.2.2).",
    sources: &["T-3.2.2-08"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    least: {type: version, default: 1.0.0.alpha, constraints: [less_than: 1.0.0.beta]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    least: {type: version, default: 1.0.0.alpha, constraints: [less_than: 1.0.0]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::UnorderedVersions);
}
