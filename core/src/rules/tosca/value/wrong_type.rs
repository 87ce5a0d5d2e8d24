//! Value of another type.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/value/wrong-type",
    severity: Severity::Error,
    title: "value of another type",
    doc: "The value of a property, attribute or parameter, and each entry of a list or map, must have the declared \
          type. An integer can be used as a float; no other conversion is made, and a quoted number is a string \
          (3.2.1, 3.5.10). The message names the path within lists, maps and data types.",
    sources: &["T-2.1-01", "T-3.2.1-04", "T-3.2.1-07", "T-3.2.4-01", "T-3.2.4-02", "T-3.2.5-01", "T-3.5.9-04", "T-3.5.10-02", "T-3.5.10-05", "T-3.5.12-02", "T-3.5.13-02", "T-3.5.15-04", "T-3.7.8-06"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    size: {type: integer, default: 1.5}
    start: {type: timestamp, default: tomorrow}
    ports: {type: list, entry_schema: {type: integer}, default: [80, http]}
    names: {type: map, entry_schema: {type: string}, default: [a]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    size: {type: integer, default: 1}
    start: {type: timestamp, default: 2024-02-29}
    ports: {type: list, entry_schema: {type: integer}, default: [80, 443]}
    names: {type: map, entry_schema: {type: string}, default: {a: b}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::WrongType);
}
