//! Aliases of networks in lower case.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/value/network-alias",
    severity: Severity::Warning,
    title: "alias of a network in the wrong case",
    doc: "`PRIVATE` and `PUBLIC` are aliases for networks that every orchestrator has (3.3.4). In any other case, \
          the text is the name of a network.",
    sources: &["T-3.3.4-01"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      capabilities:
        endpoint: {properties: {network_name: private, port: 22}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      capabilities:
        endpoint: {properties: {network_name: PRIVATE, port: 22}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::NetworkAlias);
}
