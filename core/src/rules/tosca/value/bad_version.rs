//! Malformed version value.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/value/bad-version",
    severity: Severity::Error,
    title: "malformed version value",
    doc: "A version has the form `major.minor`, optionally followed by `.fix`, `.qualifier` and `-build`. A build \
          number needs a qualifier, a qualifier needs a fix number, and version zero has no qualifier (3.2.2).",
    sources: &[],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    least: {type: version, default: 2}
    most: {type: version, default: 1.0.0-10}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    least: {type: version, default: 2.0}
    most: {type: version, default: 1.0.0.rc-10}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::BadVersion);
}
