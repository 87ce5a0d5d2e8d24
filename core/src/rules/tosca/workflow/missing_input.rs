//! Workflows that run without a value for a required input.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/workflow/missing-input",
    severity: Severity::Warning,
    title: "no value for a required input of a workflow",
    doc: "A user who starts a workflow gives values for its inputs. A workflow that is inlined, or started by a policy, gets \
          them from the activity (since TOSCA 1.3), or reads inputs of the same name of the workflow that inlines it, or \
          of the topology (7.3.7).\n\nGive the input a default, or pass a value.",
    sources: &["T-7.3-19"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  policies:
    - backups: {type: tosca.policies.Root, targets: [server], triggers: {daily: {event: timer, action: backup}}}
  workflows:
    backup:
      inputs: {folder: {type: string}}
      steps:
        stop: {target: server, activities: [set_state: stopping]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  policies:
    - backups: {type: tosca.policies.Root, targets: [server], triggers: {daily: {event: timer, action: backup}}}
  workflows:
    backup:
      inputs: {folder: {type: string, default: /backup}}
      steps:
        stop: {target: server, activities: [set_state: stopping]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::MissingInput);
}
