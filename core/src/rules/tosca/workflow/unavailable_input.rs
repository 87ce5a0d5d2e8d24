//! Inputs of operations that not all calling workflows define.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/workflow/unavailable-input",
    severity: Severity::Error,
    title: "input that a calling workflow lacks",
    doc: "An operation that a workflow calls reads the inputs of the workflow, then those of the topology (7.3.7). An input that \
          the topology does not define must be one of each workflow that calls the operation. If only some of them define \
          it, this is a warning.",
    sources: &["T-7.3-18"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app:
      type: tosca.nodes.Root
      interfaces:
        Standard: {start: {implementation: https://example.org/start.sh, inputs: {url: {get_input: url}}}}
  workflows:
    backup:
      inputs: {url: {type: string}}
      steps:
        mark: {target: app, activities: [set_state: started]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app:
      type: tosca.nodes.Root
      interfaces:
        Standard: {start: {implementation: https://example.org/start.sh, inputs: {url: {get_input: url}}}}
  workflows:
    backup:
      inputs: {url: {type: string}}
      steps:
        start: {target: app, activities: [call_operation: Standard.start]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::UnavailableInput);
}
