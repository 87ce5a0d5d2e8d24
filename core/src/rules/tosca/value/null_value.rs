//! Null as a value.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/value/null-value",
    severity: Severity::Warning,
    title: "null as a value",
    doc: "A property or parameter that is null counts as not set: its default applies, and if it is required, a \
          value is missing.",
    sources: &["T-3.2.1-08"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      mode: {type: string, default: fast}
topology_template:
  node_templates:
    app:
      type: example.App
      properties:
        mode: null
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      mode: {type: string, default: fast}
topology_template:
  node_templates:
    app:
      type: example.App
      properties:
        mode: slow
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::NullValue);
}
