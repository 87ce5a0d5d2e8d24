//! Data type that requires itself.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/data-type/endless",
    severity: Severity::Warning,
    title: "data type that requires itself",
    doc: "A data type that contains itself in required properties has no complete value. Make the property \
          optional, or use a list or map of the type (3.6.6).",
    sources: &["T-3.6.6-06"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
data_types:
  example.Node:
    properties:
      next: {type: example.Node}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
data_types:
  example.Node:
    properties:
      next: {type: example.Node, required: false}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::EndlessDataType);
}
