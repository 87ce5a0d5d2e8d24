//! References to unknown workflows.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::{Node, NodePath, Step};
use crate::text::Span;
use crate::tosca::effective::named;
use crate::tosca::schema::workflow::TRIGGER;
use crate::tosca::substitution::MAPPINGS;
use crate::tosca::workflow;

pub static RULE: Rule = Rule {
    code: "tosca/workflow/no-such-workflow",
    severity: Severity::Error,
    title: "unknown workflow",
    doc: "An `inline` activity runs another workflow of the same topology (3.5.19). So does the action of a trigger \
          (3.5.18), and an operation of a substitution mapping (3.7.11). The orchestrator generates `deploy` and \
          `undeploy`, unless the topology defines them.",
    sources: &["T-3.5.18-04", "T-3.5.19-05", "T-3.7.11-01", "T-7.3-15", "T-12-7"],
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
    let inlined = workflows.iter().flat_map(workflow::Workflow::inlined);
    let inlined = inlined.filter_map(|(name, path)| Some((name, cx.file.span_of(&path)?)));
    let run = inlined.chain(actions(cx)).filter(|(name, _)| !workflow::is_generated(name));
    let mut named: Vec<_> = run.chain(mapped(root)).collect();
    named.retain(|(name, _)| !workflows.iter().any(|known| known.name == *name));
    for (name, span) in named {
        let finding = cx.report(span, format!("unknown workflow `{name}`"));
        finding.suggest(name, workflows.iter().map(|known| known.name), "use a name defined under `workflows`");
    }
}

/// The workflows that the triggers of policies start.
fn actions<'a>(cx: &Check<'a>) -> Vec<(&'a str, Span)> {
    let mut found = Vec::new();
    let triggers = cx.facts.records.of_record(&TRIGGER);
    // The workflows of a policy type belong to the topologies that use it.
    let topology = Step::Key("topology_template".into());
    for record in triggers.filter(|record| cx.facts.records.path(record).steps().first() == Some(&topology)) {
        let Some(action) = record.node.get("action").filter(|action| !action.is_null()) else { continue };
        let listed = action.items().iter().filter_map(|activity| activity.get("inline"));
        let listed = listed.map(|inline| inline.get("workflow").unwrap_or(inline));
        let one = (action.as_scalar().is_some()).then_some(action);
        found.extend(one.into_iter().chain(listed).filter_map(|node| Some((node.as_text()?, node.span))));
    }
    found
}

/// The workflows that implement operations of the substituted node type (3.7.11).
fn mapped(root: &Node) -> Vec<(&str, Span)> {
    let at = NodePath::keys(MAPPINGS).key("interfaces");
    let operations = root.at(&at).into_iter().flat_map(named).flat_map(|(_, interface)| named(&interface.value));
    let workflows = operations.map(|(_, operation)| &operation.value).filter(|node| !node.is_null());
    workflows.filter_map(|node| Some((node.as_text()?, node.span))).collect()
}
