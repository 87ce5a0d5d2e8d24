//! References to unknown steps of a workflow.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::workflow;

pub static RULE: Rule = Rule {
    code: "tosca/workflow/no-such-step",
    severity: Severity::Error,
    title: "unknown workflow step",
    doc: "`on_success` and `on_failure` name steps of the same workflow (3.5.23). A step of another workflow can only be run with \
          all of its workflow, by an `inline` activity.",
    sources: &["T-3.5.23-07", "T-7.3-2"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  workflows:
    backup:
      steps:
        stop: {target: server, activities: [set_state: stopping], on_success: [copi]}
        copy: {target: server, activities: [set_state: started]}
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
        let next = workflow.steps.iter().flat_map(|step| step.on_success.iter().chain(&step.on_failure));
        for next in next.filter(|next| next.step.is_none()) {
            let Some(span) = cx.file.span_of(&next.path) else { continue };
            let finding = cx.report(span, format!("workflow `{}` has no step `{}`", workflow.name, next.name));
            let known = workflow.steps.iter().map(|step| step.name);
            finding.suggest(next.name, known, "use the name of a step of the same workflow");
        }
    }
}
