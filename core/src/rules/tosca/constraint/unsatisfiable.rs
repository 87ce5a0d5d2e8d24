//! Constraints that no value can meet.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/constraint/unsatisfiable",
    severity: Severity::Warning,
    title: "constraints that no value can meet",
    doc: "All constraints of a value must hold together, including inherited ones. If they exclude each other, no \
          value is valid.",
    sources: &["T-3.5.3-13"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    name: {type: string, constraints: [min_length: 8, max_length: 4]}
    size: {type: integer, constraints: [valid_values: []]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    name: {type: string, constraints: [min_length: 4, max_length: 8]}
    size: {type: integer, constraints: [valid_values: [1]]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::Unsatisfiable);
}
