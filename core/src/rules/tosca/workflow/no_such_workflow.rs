//! Inlining of unknown workflows.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::workflow;

pub static RULE: Rule = Rule {
    code: "tosca/workflow/no-such-workflow",
    severity: Severity::Error,
    title: "unknown workflow",
    doc: "An `inline` activity runs another workflow of the same topology (3.5.19). The generated workflows `deploy` and \
          `undeploy` can only be inlined if the topology defines them.",
    sources: &["T-3.5.19-05", "T-7.3-15"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  workflows:
    backup:
      steps:
        stop: {target: server, activities: [inline: stop]}
    stop_server:
      steps:
        stop: {target: server, activities: [set_state: stopping]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  workflows:
    backup:
      steps:
        stop: {target: server, activities: [inline: stop_server]}
    stop_server:
      steps:
        stop: {target: server, activities: [set_state: stopping]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(root) = &cx.file.root else { return };
    let workflows = workflow::all(root);
    for (name, path) in workflows.iter().flat_map(workflow::Workflow::inlined) {
        if workflows.iter().any(|known| known.name == name) {
            continue;
        }
        let Some(span) = cx.file.span_of(&path) else { continue };
        let finding = cx.report(span, format!("unknown workflow `{name}`"));
        finding.suggest(name, workflows.iter().map(|known| known.name), "use a name defined under `workflows`");
    }
}
