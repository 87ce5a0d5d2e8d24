//! Steps of a workflow that nothing starts.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::workflow;

pub static RULE: Rule = Rule {
    code: "tosca/workflow/unreachable-step",
    severity: Severity::Warning,
    title: "workflow step never runs",
    doc: "Steps that no other step names start at once; all others start after the steps that name them (7.3.1, 7.3.7). This \
          step is only named by itself, or by steps that never run.",
    sources: &["T-7.3-20"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  workflows:
    backup:
      steps:
        copy: {target: server, activities: [set_state: started]}
        retry: {target: server, activities: [set_state: starting], on_failure: [retry]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  workflows:
    backup:
      steps:
        copy: {target: server, activities: [set_state: started], on_failure: [retry]}
        retry: {target: server, activities: [set_state: starting]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(root) = &cx.file.root else { return };
    for workflow in workflow::all(root) {
        // A cycle is reported instead of its steps and those that wait for them.
        if !workflow.cycle().is_empty() {
            continue;
        }
        for (step, is_reachable) in workflow.steps.iter().zip(workflow.reachable()) {
            if !is_reachable && let Some(span) = cx.file.key_span(&step.path) {
                let finding = cx.report(span, format!("step `{}` never runs", step.name));
                finding.help("name the step under `on_success` or `on_failure` of a step that runs");
            }
        }
    }
}
