//! Malformed scalar with unit.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/value/bad-unit",
    severity: Severity::Error,
    title: "malformed scalar with unit",
    doc: "A value of `scalar-unit.size`, `.time`, `.frequency` or `.bitrate` is a number followed by a unit of \
          that dimension, such as `4 GB`, `10 s` or `2.4 GHz` (3.2.6).\n\nA negative number is a warning: the \
          specification does not exclude it, but nothing has a negative size, duration or rate.",
    sources: &["T-3.2.6-01", "T-3.2.6-02", "T-3.2.6-03", "T-10.1-5", "T-5.5.3-1"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    memory: {type: scalar-unit.size, default: 4096}
    disk: {type: scalar-unit.size, default: GB}
    cache: {type: scalar-unit.size, default: 4 GHz}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    memory: {type: scalar-unit.size, default: 4096 MB}
    disk: {type: scalar-unit.size, default: 10 GB}
    cache: {type: scalar-unit.size, default: 4 GiB}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::BadUnit);
}
