//! Endpoints in use without a port.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/property/unset-port",
    severity: Severity::Warning,
    title: "endpoint without a port",
    doc: "An endpoint in use needs a `port`, or `ports` (5.5.7). A node template uses an endpoint if it assigns the capability.\n\nWith \
          `--strict` this is an error.",
    sources: &["T-5.5.7-1"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    balancer:
      type: tosca.nodes.LoadBalancer
      capabilities:
        client: {properties: {protocol: http}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    balancer:
      type: tosca.nodes.LoadBalancer
      capabilities:
        client: {properties: {protocol: http, port: 80}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::UnsetPort);
}
