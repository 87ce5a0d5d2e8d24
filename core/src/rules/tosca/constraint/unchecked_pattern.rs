//! Pattern that is not checked.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/constraint/unchecked-pattern",
    severity: Severity::Warning,
    title: "pattern that is not checked",
    doc: "Patterns with look-around, back-references or character properties are not supported, because values are \
          matched in linear time. Values are not checked against such a pattern.",
    sources: &[],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    name: {type: string, default: ab, constraints: [pattern: \"(?=a)ab\"]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    name: {type: string, default: ab, constraints: [pattern: \"ab\"]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::UncheckedPattern);
}
