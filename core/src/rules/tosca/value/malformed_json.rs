//! Malformed JSON value.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/value/malformed-json",
    severity: Severity::Warning,
    title: "malformed JSON value",
    doc: "A value of the type `json` is a string that contains JSON (5.3.2).",
    sources: &["T-5.3.2-2"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    event: {type: json, default: \"{id: 1}\"}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    event: {type: json, default: '{\"id\": 1}'}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::MalformedJson);
}
