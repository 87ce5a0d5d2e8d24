//! List with entries of several types.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/value/mixed-list",
    severity: Severity::Warning,
    title: "list with entries of several types",
    doc: "Without an `entry_schema`, the entries of a list can have any type, but must all have the same one \
          (3.2.4).",
    sources: &["T-3.2.4-03"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    ports: {type: list, default: [1, http]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    ports: {type: list, default: [1, 2]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::MixedList);
}
