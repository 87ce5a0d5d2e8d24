//! Time interval that ends before it starts.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/value/reversed-interval",
    severity: Severity::Warning,
    title: "time interval that ends before it starts",
    doc: "The end of a `TimeInterval` must not precede its start (5.3.5).",
    sources: &["T-5.3.5-1"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    window: {type: TimeInterval, default: {start_time: 2024-02-02, end_time: 2024-02-01}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    window: {type: TimeInterval, default: {start_time: 2024-02-01, end_time: 2024-02-02}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::EndBeforeStart);
}
