//! Map key that is not a string.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/value/key-not-text",
    severity: Severity::Warning,
    title: "map key that is not a string",
    doc: "The keys of a map are strings. A number, boolean or date without quotes is read as its text, but other \
          tools may change it. A null key is an error (3.2.5).",
    sources: &["T-3.2.5-03"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    names: {type: map, entry_schema: {type: string}, default: {1: a}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    names: {type: map, entry_schema: {type: string}, default: {\"1\": a}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::NumericKey);
}
