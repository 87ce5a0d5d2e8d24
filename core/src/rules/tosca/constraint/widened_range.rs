//! Wider range than the inherited one.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/constraint/widened-range",
    severity: Severity::Error,
    title: "wider range than the inherited one",
    doc: "A definition that repeats an inherited `in_range` can only narrow the range, because the inherited \
          constraint still holds (3.5.3).",
    sources: &["T-3.5.3-07"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      size: {type: integer, required: false, constraints: [in_range: [1, 10]]}
  example.Large:
    derived_from: example.App
    properties:
      size: {type: integer, constraints: [in_range: [0, 20]]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      size: {type: integer, required: false, constraints: [in_range: [1, 10]]}
  example.Large:
    derived_from: example.App
    properties:
      size: {type: integer, required: false, constraints: [in_range: [5, 10]]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::WidenedRange);
}
