//! Workflows that inline each other.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::workflow;

pub static RULE: Rule = Rule {
    code: "tosca/workflow/recursive-inline",
    severity: Severity::Error,
    title: "workflow inlines itself",
    doc: "An inlined workflow takes the place of the activity (7.3.4). A workflow that inlines itself, directly or through \
          others, has no end.",
    sources: &["T-3.5.19-06", "T-7.3-15"],
    bad: "\
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
        stop: {target: server, activities: [set_state: stopping, inline: backup]}
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
    let mut reported: Vec<&str> = Vec::new();
    for first in &workflows {
        let cycle = workflow::recursion(&workflows, first);
        // Each cycle is reported once, at the workflow defined first.
        if cycle.is_empty() || cycle.iter().any(|name| reported.contains(name)) {
            continue;
        }
        let next = cycle.get(1).copied().unwrap_or(first.name);
        let Some((_, path)) = first.inlined().find(|(name, _)| *name == next) else { continue };
        let Some(span) = cx.file.span_of(&path) else { continue };
        let names: Vec<String> = cycle.iter().chain([&first.name]).map(|name| format!("`{name}`")).collect();
        cx.report(span, format!("recursive `inline`: {}", names.join(" → "))).help("remove one of the activities");
        reported.extend(cycle);
    }
}
