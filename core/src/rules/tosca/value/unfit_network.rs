//! Properties of networks that do not fit each other.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/value/unfit-network",
    severity: Severity::Error,
    title: "properties of a network that do not fit",
    doc: "`network_id` selects an existing network, so no property but `network_name` can be given with it. A \
          network of type `flat` or `vlan` needs a `physical_network`, and a segment a type or a physical network \
          (8.5.1).",
    sources: &["T-8.5.1-1", "T-8.5.1-3", "T-8.5.1-4"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    net: {type: tosca.nodes.network.Network, properties: {network_id: shared, cidr: 10.0.0.0/24}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    net: {type: tosca.nodes.network.Network, properties: {network_id: shared}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::UnfitNetwork);
}
