//! No node of a type.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/function/no-nodes",
    severity: Severity::Warning,
    title: "no node of the requested type",
    doc: "No node template of the topology has the type that `get_nodes_of_type` names, or one derived from it, so \
          the list is empty (4.7.1).",
    sources: &["T-4.7.1-03"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app: {type: tosca.nodes.Root}
  outputs:
    databases: {value: {get_nodes_of_type: tosca.nodes.Compute}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app: {type: tosca.nodes.Compute}
  outputs:
    databases: {value: {get_nodes_of_type: tosca.nodes.Compute}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::NoNodes);
}
