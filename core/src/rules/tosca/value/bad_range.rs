//! Malformed range.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/value/bad-range",
    severity: Severity::Error,
    title: "malformed range",
    doc: "A range is a list of two integers, the lower and the upper bound. The upper one can be `UNBOUNDED` and \
          must not be less than the lower one (3.2.3).",
    sources: &["T-3.2.3-01", "T-3.2.3-02", "T-3.2.3-03"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    few: {type: range, default: [1]}
    open: {type: range, default: [UNBOUNDED, 5]}
    empty: {type: range, default: [5, 1]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    few: {type: range, default: [1, 1]}
    open: {type: range, default: [5, UNBOUNDED]}
    empty: {type: range, default: [1, 5]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::BadRange);
}
