//! Node filters of requirements that name a node template.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;
use crate::tosca::fulfilment::TargetNode;

pub static RULE: Rule = Rule {
    code: "tosca/requirement/misplaced-filter",
    severity: Severity::Error,
    title: "node filter of a node template",
    doc: "`node_filter` selects among the nodes of a type. If the assignment names a node template, there is \
          nothing to select (3.7.2). Name a node type, or remove the filter.",
    sources: &["T-3.7.2-11", "T-14.4-3"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web:
      type: tosca.nodes.WebServer
      requirements:
        - host: {node: server, node_filter: {capabilities: [host: {properties: [num_cpus: 2]}]}}
    server: {type: tosca.nodes.Compute}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web:
      type: tosca.nodes.WebServer
      requirements:
        - host: {node: tosca.nodes.Compute, node_filter: {capabilities: [host: {properties: [num_cpus: 2]}]}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    for node in &facts.topology.nodes {
        for assignment in node.assignments.iter().filter(|assignment| !assignment.is_copied) {
            let filter = assignment.value.entry("node_filter");
            let (TargetNode::Template(_), Some(entry)) = (&assignment.target, filter) else { continue };
            let name = assignment.node.and_then(Node::as_text).unwrap_or_default();
            cx.report(entry.key.span, format!("`node_filter` needs a node type, but `{name}` is a node template"));
        }
    }
}
