//! Steps of a workflow that wait for each other.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::workflow;

pub static RULE: Rule = Rule {
    code: "tosca/workflow/cyclic-steps",
    severity: Severity::Error,
    title: "cycle of workflow steps",
    doc: "A step starts when all steps that name it under `on_success` have succeeded (7.3.1). In a cycle, each step waits for \
          another one, so none of them starts.",
    sources: &["T-3.5.23-09", "T-7.3-20"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  workflows:
    backup:
      steps:
        stop: {target: server, activities: [set_state: stopping], on_success: [copy]}
        copy: {target: server, activities: [set_state: started], on_success: [stop]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  workflows:
    backup:
      steps:
        stop: {target: server, activities: [set_state: stopping], on_success: [copy]}
        copy: {target: server, activities: [set_state: started]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(root) = &cx.file.root else { return };
    for workflow in workflow::all(root) {
        let cycle = workflow.cycle();
        let steps: Vec<_> = cycle.iter().filter_map(|at| workflow.steps.get(*at)).collect();
        let Some(first) = steps.first() else { continue };
        // At the mention that closes the cycle.
        let last = steps.last().and_then(|last| last.on_success.iter().find(|next| next.name == first.name));
        let Some(span) = last.and_then(|next| cx.file.span_of(&next.path)) else { continue };
        let names: Vec<String> = steps.iter().chain([first]).map(|step| format!("`{}`", step.name)).collect();
        let message = format!("cycle of steps in workflow `{}`: {}", workflow.name, names.join(" → "));
        cx.report(span, message).help("remove one of the names under `on_success`");
    }
}
