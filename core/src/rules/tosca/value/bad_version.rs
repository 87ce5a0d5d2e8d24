//! Malformed version.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/value/bad-version",
    severity: Severity::Error,
    title: "malformed version",
    doc: "A version has the form `major.minor`, optionally followed by `.fix`, `.qualifier` and `-build`. A build \
          number needs a qualifier, a qualifier needs a fix number, and version zero has no qualifier (3.2.2).",
    sources: &["T-3.2.2-01", "T-3.2.2-02", "T-3.2.2-03", "T-3.6.1-05", "T-3.9.3.5-01"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.First: {derived_from: tosca.nodes.Root, version: 2}
  example.Second: {derived_from: tosca.nodes.Root, version: 1.0.0-10}
  example.Third: {derived_from: tosca.nodes.Root, version: 0.0.0.alpha}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.First: {derived_from: tosca.nodes.Root, version: 2.0}
  example.Second: {derived_from: tosca.nodes.Root, version: 1.0.0.rc-10}
  example.Third: {derived_from: tosca.nodes.Root, version: 0.1.0.alpha}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::BadVersion);
}
