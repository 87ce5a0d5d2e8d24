//! Assignments of attributes that the orchestrator sets.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/property/set-by-orchestrator",
    severity: Severity::Warning,
    title: "attribute that the orchestrator sets",
    doc: "The orchestrator sets `tosca_id`, `tosca_name` and `state` of every node, so a value in a template has \
          no effect (5.7.1).",
    sources: &["T-5.7.1-1"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute, attributes: {state: started}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::SetByOrchestrator);
}
