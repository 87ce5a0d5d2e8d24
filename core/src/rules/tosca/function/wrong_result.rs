//! Result of another type.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/function/wrong-result",
    severity: Severity::Error,
    title: "result of another type",
    doc: "The result of a function must have the type of the value that it replaces. `concat`, `join` and `token` \
          return strings, `get_input`, `get_property` and `get_attribute` values of the declared type. A number or \
          boolean in place of a string is a warning, and with `--strict` an error (3.5.10, chapter 4).",
    sources: &["T-3.5.10-06", "T-3.5.13-07", "T-4.3.2-04"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    name: {type: string, default: x}
  node_templates:
    server: {type: tosca.nodes.Compute}
  outputs:
    address: {type: integer, value: {get_attribute: [server, private_address]}}
    all: {value: {join: [{get_input: name}, \",\"]}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    names: {type: list, entry_schema: {type: string}, default: [x]}
  node_templates:
    server: {type: tosca.nodes.Compute}
  outputs:
    address: {type: string, value: {get_attribute: [server, private_address]}}
    all: {value: {join: [{get_input: names}, \",\"]}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::WrongResult);
}
