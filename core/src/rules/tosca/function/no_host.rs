//! Node without a host.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/function/no-host",
    severity: Severity::Error,
    title: "node without a host",
    doc: "`HOST` refers to the nodes that a node is hosted on, directly or indirectly, and the first that has the \
          property or attribute is used. A node needs a requirement with the relationship `HostedOn` for it (4.1).",
    sources: &["T-4.1-05"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app:
      type: tosca.nodes.Root
      interfaces:
        Standard:
          create:
            implementation: https://example.org/create.sh
            inputs: {address: {get_attribute: [HOST, private_address]}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - host: server
      interfaces:
        Standard:
          create:
            implementation: https://example.org/create.sh
            inputs: {address: {get_attribute: [HOST, private_address]}}
    server: {type: tosca.nodes.Compute}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::NoHost);
}
