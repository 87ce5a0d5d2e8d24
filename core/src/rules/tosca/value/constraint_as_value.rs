//! Constraint in place of a value.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/value/constraint-as-value",
    severity: Severity::Error,
    title: "constraint in place of a value",
    doc: "A property has a value. Conditions for the node that is selected for an abstract template belong in \
          `node_filter`, next to the directive `selectable` (3.5.10, 3.7.3).",
    sources: &["T-3.5.10-09"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      load: {type: float}
topology_template:
  node_templates:
    app:
      type: example.App
      properties:
        load: {greater_or_equal: 5.5}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      load: {type: float}
topology_template:
  node_templates:
    app:
      type: example.App
      properties:
        load: 5.5
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::ConstraintAsValue);
}
