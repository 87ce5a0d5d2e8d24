//! Abstract type of a value.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/property/abstract-type",
    severity: Severity::Error,
    title: "abstract type of a value",
    doc: "`scalar-unit` is the common ancestor of `scalar-unit.size`, `scalar-unit.time` and \
          `scalar-unit.frequency`, and has no values (3.2.6).",
    sources: &["T-3.2.6-07"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    memory: {type: scalar-unit}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    memory: {type: scalar-unit.size}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::AbstractType);
}
