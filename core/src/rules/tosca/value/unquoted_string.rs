//! String without quotes that looks like another type.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/value/unquoted-string",
    severity: Severity::Warning,
    title: "string without quotes that looks like another type",
    doc: "Without quotes, YAML reads `14.04` as a number, `true` as a boolean and `2024-02-29` as a date. Where a \
          string is expected, the text is used as it is written, but other tools may change it. With `--strict` \
          this is an error (3.2.1).",
    sources: &["T-3.2.1-06"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    release: {type: string, default: 14.04}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    release: {type: string, default: \"14.04\"}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::UnquotedString);
}
