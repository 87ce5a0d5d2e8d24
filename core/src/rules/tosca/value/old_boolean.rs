//! `yes` or `no` as a boolean.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/value/old-boolean",
    severity: Severity::Error,
    title: "`yes` or `no` as a boolean",
    doc: "In YAML 1.2, only `true` and `false` are booleans. `yes`, `no`, `on` and `off` are strings, and so is a \
          quoted `\"true\"` (3.2.1).",
    sources: &["T-3.2.1-03", "T-9-3"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    debug: {type: boolean, default: yes}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    debug: {type: boolean, default: true}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::OldBoolean);
}
