//! Operand of another type than the value.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/constraint/operand-type",
    severity: Severity::Error,
    title: "operand of another type than the value",
    doc: "The operand of a constraint has the type of the value that it constrains (3.5.3).",
    sources: &["T-3.5.3-04", "T-3.5.4-02"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    memory: {type: scalar-unit.size, default: 1 GB, constraints: [less_than: 5]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    memory: {type: scalar-unit.size, default: 1 GB, constraints: [less_than: 5 GB]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::OperandType);
}
