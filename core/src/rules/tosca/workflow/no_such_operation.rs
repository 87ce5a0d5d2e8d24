//! Calls of operations that the target of a step does not have.

use std::rc::Rc;
use std::sync::Arc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;
use crate::tosca::effective::Effective;
use crate::tosca::interfaces;
use crate::tosca::schema::workflow::STEP;

pub static RULE: Rule = Rule {
    code: "tosca/workflow/no-such-operation",
    severity: Severity::Error,
    title: "call of an unknown operation",
    doc: "`call_operation` names an interface and an operation of the target: of the node template, or of the relationship \
          if the step has a `target_relationship` (3.5.19).",
    sources: &["T-3.5.19-03"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  workflows:
    restart:
      steps:
        run: {target: server, activities: [call_operation: Standard.reboot]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  workflows:
    restart:
      steps:
        run: {target: server, activities: [call_operation: Standard.start]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for place in facts.records.of_record(&STEP) {
        let Some(target) = place.node.get("target").and_then(Node::as_text) else { continue };
        let Some(node) = facts.topology.node(target) else { continue };
        let requirement = place.node.get("target_relationship").and_then(Node::as_text);
        let of = match requirement {
            None => Some(Arc::clone(&node.shape.of)),
            Some(name) => relationship(cx, target, name),
        };
        let Some(of) = of.filter(|of| of.is_whole) else { continue };
        // The interfaces that the template adds.
        let own = node.node.get("interfaces").filter(|_| requirement.is_none());
        for activity in place.node.get("activities").map_or(&[][..], Node::items) {
            let Some(call) = activity.get("call_operation") else { continue };
            let call = call.get("operation").unwrap_or(call);
            let Some((interface, operation)) = call.as_text().and_then(|text| text.rsplit_once('.')) else { continue };
            let added = own.and_then(|own| own.get(interface));
            if added.is_some_and(|added| interfaces::operations(added).any(|(name, _)| name == operation)) {
                continue;
            }
            let holder = requirement.map_or_else(|| format!("`{target}`"), |name| format!("the relationship of `{name}`"));
            match interfaces::find(&facts.scope, &of, interface) {
                None if added.is_none() => {
                    let finding = cx.report(call.span, format!("{holder} has no interface `{interface}`"));
                    finding.help("use one that the type defines or inherits");
                }
                Some(found) if found.is_whole && !found.operations.iter().any(|known| known == operation) => {
                    let message = format!("{holder} has no operation `{operation}` in interface `{interface}`");
                    let calls: Vec<_> = found.operations.iter().map(|known| format!("{interface}.{known}")).collect();
                    let finding = cx.report(call.span, message);
                    let written = call.as_text().unwrap_or_default();
                    finding.suggest(written, calls.iter().map(String::as_str), "use one that the interface type defines");
                }
                _ => {}
            }
        }
    }
}

/// The type of the relationship of a requirement of a node template.
fn relationship(cx: &Check<'_>, node: &str, requirement: &str) -> Option<Arc<Effective>> {
    let is_meant = |assignment: &str, of: &str| assignment == requirement && of == node;
    let mut met = cx.facts.met();
    let edge = met.find(|(of, assignment, _)| is_meant(assignment.name, of.name));
    edge.and_then(|(.., edge)| edge.relationship.clone()).or_else(|| {
        let shape = &cx.facts.topology.node(node)?.shape;
        Some(Arc::clone(&shape.requirement(requirement)?.default_relationship.as_ref()?.of))
    })
}
