//! Malformed JSON schema.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/constraint/malformed-schema",
    severity: Severity::Warning,
    title: "malformed JSON schema",
    doc: "The schema of a `json` value is itself JSON. Values are not validated against it (3.5.3).",
    sources: &["T-3.5.3-15"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    event: {type: json, default: \"{}\", constraints: [schema: \"{ not json\"]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    event: {type: json, default: \"{}\", constraints: [schema: \"{}\"]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::MalformedSchema);
}
