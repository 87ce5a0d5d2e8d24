//! Constraint that does not apply to the type.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/constraint/not-applicable",
    severity: Severity::Error,
    title: "constraint that does not apply to the type",
    doc: "Comparisons apply to types with an order, lengths to strings, lists and maps, `pattern` to strings, and \
          `schema` to the types `json` and `xml`. In an `entry_schema`, the type of the entries decides (3.5.3).",
    sources: &["T-3.5.3-03", "T-3.5.3-14", "T-3.5.9-06", "T-3.5.9-12", "T-3.6.6-03"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    size: {type: integer, default: 1, constraints: [max_length: 128]}
    debug: {type: boolean, default: true, constraints: [greater_than: 1]}
    text: {type: string, default: a, constraints: [schema: \"{}\"]}
    ports: {type: list, entry_schema: {type: integer, constraints: [max_length: 128]}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    size: {type: integer, default: 1, constraints: [less_than: 128]}
    debug: {type: boolean, default: true, constraints: [equal: true]}
    text: {type: json, default: \"1\", constraints: [schema: \"{}\"]}
    ports: {type: list, entry_schema: {type: integer, constraints: [less_than: 128]}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::NotApplicable);
}
