//! External schema for another type.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/property/misplaced-schema",
    severity: Severity::Error,
    title: "external schema for another type",
    doc: "`external-schema` describes values of the types `json` and `xml` (3.5.9).",
    sources: &["T-3.5.9-13"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      name: {type: string, required: false, external-schema: \"{}\"}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      name: {type: json, required: false, external-schema: \"{}\"}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::MisplacedSchema);
}
