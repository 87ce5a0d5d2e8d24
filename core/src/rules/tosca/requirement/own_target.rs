//! Requirements of nodes that name the node itself.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::fulfilment::TargetNode;

pub static RULE: Rule = Rule {
    code: "tosca/requirement/own-target",
    severity: Severity::Warning,
    title: "node that requires itself",
    doc: "The node is the target of its own requirement. A node cannot be started before itself, so the requirement \
          is probably a mistake (3.7.2).",
    sources: &["T-3.7.2-21"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app: {type: tosca.nodes.Root, requirements: [dependency: app]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app: {type: tosca.nodes.Root, requirements: [dependency: data]}
    data: {type: tosca.nodes.Root}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    for (index, node) in facts.topology.nodes.iter().enumerate() {
        for assignment in node.assignments.iter().filter(|assignment| !assignment.is_copied) {
            if matches!(assignment.target, TargetNode::Template(target) if target == index) {
                cx.report(super::target(assignment).span, format!("`{}` requires itself", node.name));
            }
        }
    }
}
