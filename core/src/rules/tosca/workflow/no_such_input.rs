//! Values for inputs that an operation or workflow does not have.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/workflow/no-such-input",
    severity: Severity::Warning,
    title: "value for an unknown input",
    doc: "Since TOSCA 1.3 an activity can set the inputs of the operation or workflow that it names. A value for any other \
          name is never read. The workflows that the orchestrator generates have no inputs.\n\nWith `--strict` this is \
          an error.",
    sources: &["T-3.5.19-03"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  workflows:
    stop:
      inputs: {delay: {type: integer, default: 0}}
      steps:
        stop: {target: server, activities: [set_state: stopping]}
    restart:
      steps:
        stop: {target: server, activities: [inline: {workflow: stop, inputs: {delya: 5}}]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  workflows:
    stop:
      inputs: {delay: {type: integer, default: 0}}
      steps:
        stop: {target: server, activities: [set_state: stopping]}
    restart:
      steps:
        stop: {target: server, activities: [inline: {workflow: stop, inputs: {delay: 5}}]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::UnknownInput);
}
