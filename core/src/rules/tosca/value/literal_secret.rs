//! Secrets in clear text.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/value/literal-secret",
    severity: Severity::Info,
    title: "secret in clear text",
    doc: "Everyone who can read the template can read the token of a credential (5.3.4). Define an input for it, and use \
          `get_input`.",
    sources: &["T-5.3.4-3"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      login: {type: tosca.datatypes.Credential}
topology_template:
  node_templates:
    app: {type: example.App, properties: {login: {token: s3cret}}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      login: {type: tosca.datatypes.Credential}
topology_template:
  inputs:
    token: {type: string}
  node_templates:
    app: {type: example.App, properties: {login: {token: {get_input: token}}}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::LiteralSecret);
}
