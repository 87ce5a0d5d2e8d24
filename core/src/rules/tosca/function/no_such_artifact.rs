//! Unknown artifact in a function.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/function/no-such-artifact",
    severity: Severity::Error,
    title: "unknown artifact in a function",
    doc: "`get_artifact` names an artifact of the node template or of its type (4.8.1).",
    sources: &["T-4.8.1-02"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app:
      type: tosca.nodes.Root
      interfaces:
        Standard:
          create: {implementation: https://example.org/create.sh, inputs: {file: {get_artifact: [SELF, zip]}}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app:
      type: tosca.nodes.Root
      artifacts: {zip: {type: tosca.artifacts.File, file: https://example.org/app.zip}}
      interfaces:
        Standard:
          create: {implementation: https://example.org/create.sh, inputs: {file: {get_artifact: [SELF, zip]}}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::NoSuchArtifact);
}
