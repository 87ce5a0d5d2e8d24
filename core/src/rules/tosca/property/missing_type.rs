//! Definition without a type.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/property/missing-type",
    severity: Severity::Error,
    title: "definition without a type",
    doc: "A property or attribute definition names a type, unless it refines an inherited definition (3.5.9, \
          3.5.11).",
    sources: &["T-3.5.11-01"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    attributes:
      load: {description: current load}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    attributes:
      load: {type: float, description: current load}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::MissingType);
}
