//! Input that cannot be an environment variable.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/function/unportable-name",
    severity: Severity::Warning,
    title: "input that cannot be an environment variable",
    doc: "Scripts get the inputs of an operation as environment variables. Portable names consist of letters, \
          digits and underscores, and do not begin with a digit (4.2).",
    sources: &["T-4.2-03"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app:
      type: tosca.nodes.Root
      interfaces:
        Standard:
          create: {implementation: https://example.org/create.sh, inputs: {my-input: 1}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app:
      type: tosca.nodes.Root
      interfaces:
        Standard:
          create: {implementation: https://example.org/create.sh, inputs: {my_input: 1}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::UnportableName);
}
