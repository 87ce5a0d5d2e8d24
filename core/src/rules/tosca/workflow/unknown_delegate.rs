//! Delegated workflows with names that the orchestrator does not generate.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/workflow/unknown-delegate",
    severity: Severity::Warning,
    title: "unknown delegated workflow",
    doc: "`delegate` leaves a node to the orchestrator that provides it (3.5.19, 7.2): the orchestrator runs `deploy` or \
          `undeploy` for the node. Whether it knows a workflow with another name cannot be seen from the template. To run \
          a workflow of the topology, use `inline`.",
    sources: &["T-3.5.19-07"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  workflows:
    start:
      steps:
        run: {target: server, activities: [delegate: deply]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  workflows:
    start:
      steps:
        run: {target: server, activities: [delegate: deploy]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::UnknownDelegate);
}
