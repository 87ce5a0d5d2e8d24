//! Requirements for which the orchestrator chooses the node.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::fulfilment::TargetNode;

pub static RULE: Rule = Rule {
    code: "tosca/requirement/left-open",
    severity: Severity::Info,
    title: "requirement left to the orchestrator",
    doc: "The assignment names no node template: the orchestrator chooses a node when the service is deployed (2.9, \
          3.7.2). To choose the node yourself, name a node template.",
    sources: &["T-2.9-02", "T-3.7.2-19"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web: {type: tosca.nodes.WebServer, requirements: [host: {node: tosca.nodes.Compute}]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web: {type: tosca.nodes.WebServer, requirements: [host: server]}
    server: {type: tosca.nodes.Compute}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    for node in &facts.topology.nodes {
        for assignment in node.assignments.iter().filter(|assignment| !assignment.is_copied) {
            let requirement = node.shape.requirement(assignment.name);
            let of = match (&assignment.target, requirement.and_then(|requirement| requirement.node.as_ref())) {
                (TargetNode::Type(definition), _) => format!(": any node of type `{}`", definition.name),
                (TargetNode::Open, Some(wanted)) => format!(": any node of type `{}`", wanted.name),
                (TargetNode::Open, None) => String::new(),
                _ => continue,
            };
            if requirement.is_some() {
                let message = format!("`{}` of `{}` is left to the orchestrator{of}", assignment.name, node.name);
                cx.report(assignment.key.span, message);
            }
        }
    }
}
