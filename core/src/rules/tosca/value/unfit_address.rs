//! IP addresses that are malformed or outside of their network.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/value/unfit-address",
    severity: Severity::Warning,
    title: "unfit IP address",
    doc: "The block and the addresses of a network have its IP version, and its addresses are inside the block (8.5.1). The \
          addresses of a port are inside the block of the network that it links to (8.5.2).",
    sources: &["T-8.5.1-5", "T-8.5.2-4"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    net: {type: tosca.nodes.network.Network, properties: {cidr: 10.0.0.0/24, gateway_ip: 10.0.1.1}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    net: {type: tosca.nodes.network.Network, properties: {cidr: 10.0.0.0/24, gateway_ip: 10.0.0.1}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::BadAddress);
}
