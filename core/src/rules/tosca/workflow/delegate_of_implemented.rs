//! Delegation of nodes that the template implements itself.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;
use crate::tosca::implementation::{self, STANDARD};
use crate::tosca::schema::workflow::STEP;
use crate::tosca::weaving::Operation;

pub static RULE: Rule = Rule {
    code: "tosca/workflow/delegate-of-implemented",
    severity: Severity::Warning,
    title: "delegation of an implemented node",
    doc: "`delegate` runs the workflow of a node that the orchestrator provides (3.5.19). A node whose operations have \
          implementations is deployed by these.",
    sources: &["T-3.5.19-07", "T-7.3-17"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      interfaces:
        Standard: {create: https://example.org/create.sh}
  workflows:
    deploy:
      steps:
        run: {target: server, activities: [delegate: deploy]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  workflows:
    deploy:
      steps:
        run: {target: server, activities: [delegate: deploy]}
",
    check,
};

/// The operations of the interface of nodes.
const OPERATIONS: [Operation; 5] =
    [Operation::Create, Operation::Configure, Operation::Start, Operation::Stop, Operation::Delete];

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    let scope = &facts.scope;
    let steps = facts.records.of_record(&STEP).filter(|record| record.node.get("target_relationship").is_none());
    for record in steps {
        let Some(target) = record.node.get("target").and_then(Node::as_text) else { continue };
        let Some(node) = facts.topology.node(target) else { continue };
        let of = &node.shape.of;
        let own = || implementation::of_template(scope, node.node, of, STANDARD, &OPERATIONS);
        for activity in record.node.get("activities").map_or(&[][..], Node::items) {
            let Some(delegate) = activity.entry("delegate") else { continue };
            if !implementation::of_type(scope, of, STANDARD, &OPERATIONS).and(own()).is_empty() {
                cx.report(delegate.key.span, format!("`{target}` is implemented by artifacts, not by the orchestrator"));
            }
        }
    }
}
