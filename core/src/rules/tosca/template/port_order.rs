//! The order of the ports of a node.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/template/port-order",
    severity: Severity::Error,
    title: "order of ports",
    doc: "The ports of a node are numbered 0, 1, 2 and so on, without gaps and repetitions, and at most one is the \
          default (8.5.2). Ports without a stated order are not checked.",
    sources: &["T-8.5.2-1", "T-8.5.2-2"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    net: {type: tosca.nodes.network.Network}
    server: {type: tosca.nodes.Compute}
    first: {type: tosca.nodes.network.Port, properties: {order: 0}, requirements: [link: net, binding: server]}
    second: {type: tosca.nodes.network.Port, properties: {order: 2}, requirements: [link: net, binding: server]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    net: {type: tosca.nodes.network.Network}
    server: {type: tosca.nodes.Compute}
    first: {type: tosca.nodes.network.Port, properties: {order: 0}, requirements: [link: net, binding: server]}
    second: {type: tosca.nodes.network.Port, properties: {order: 1}, requirements: [link: net, binding: server]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::PortOrder);
}
