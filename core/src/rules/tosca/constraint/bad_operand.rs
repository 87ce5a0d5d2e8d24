//! Malformed operand of a constraint.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/constraint/bad-operand",
    severity: Severity::Error,
    title: "malformed operand of a constraint",
    doc: "`in_range` takes a list of two values in ascending order, `valid_values` a list, `length`, `min_length` \
          and `max_length` a whole number, `pattern` a regular expression (3.5.3).",
    sources: &["T-3.5.3-02", "T-3.5.3-06", "T-3.5.3-10"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    low: {type: integer, default: 1, constraints: [in_range: [1, 2, 3]]}
    high: {type: integer, default: 2, constraints: [in_range: [4, 1]]}
    name: {type: string, default: x, constraints: [pattern: \"[\"]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    low: {type: integer, default: 1, constraints: [in_range: [1, 3]]}
    high: {type: integer, default: 2, constraints: [in_range: [1, 4]]}
    name: {type: string, default: x, constraints: [pattern: \"[a-z]\"]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::BadOperand);
}
