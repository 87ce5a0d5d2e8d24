//! Value that violates a constraint.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/value/constraint-violated",
    severity: Severity::Error,
    title: "value that violates a constraint",
    doc: "A value must meet every constraint of its definition, of its data type, and of the definitions and types \
          that these derive from. Defaults are checked too, and the default of an input against the constraints of \
          the property that reads it. Sizes, times and frequencies are compared by quantity, versions by number \
          (3.5.3).",
    sources: &["T-0-07", "T-3.2.5-02", "T-3.5.3-05", "T-3.5.3-08", "T-3.5.3-11", "T-3.5.3-12", "T-3.5.3-18", "T-3.5.9-05", "T-3.5.10-03", "T-3.7.4-03", "T-3.8.2.1-04", "T-5.3.8-1", "T-5.3.9-4", "T-5.3.9-5", "T-5.5.3-1", "T-5.5.7-3", "T-5.5.7-4", "T-5.5.8-1", "T-5.5.9-1", "T-5.7.5-1"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    count: {type: integer, default: 5, constraints: [in_range: [1, 4]]}
    name: {type: string, default: abc1, constraints: [pattern: \"[a-z]+\"]}
    cpus: {type: integer, default: 3, constraints: [valid_values: [1, 2, 4]]}
    site: {type: string, default: My Site, constraints: [min_length: 9]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    count: {type: integer, default: 4, constraints: [in_range: [1, 4]]}
    name: {type: string, default: abc, constraints: [pattern: \"[a-z]+\"]}
    cpus: {type: integer, default: 4, constraints: [valid_values: [1, 2, 4]]}
    site: {type: string, default: The Old Site, constraints: [min_length: 9]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::ConstraintViolated);
}
