//! Requirements and capabilities of steps, preconditions and event filters that the node does not have.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::symbol::SymbolKind;
use crate::syntax::Node;
use crate::tosca::fulfilment::TargetNode;
use crate::tosca::schema::workflow::{EVENT_FILTER, PRECONDITION, STEP};
use crate::tosca::shape::NodeShape;

pub static RULE: Rule = Rule {
    code: "tosca/workflow/no-such-member",
    severity: Severity::Error,
    title: "unknown requirement or capability of a target",
    doc: "`target_relationship` of a step or precondition is a requirement of its target (3.5.22, 3.5.23). The filter of \
          an event names a requirement of the node, and a capability of it or of the node that the requirement leads to \
          (3.5.17).",
    sources: &["T-3.5.17-02", "T-3.5.17-03", "T-3.5.22-03", "T-3.5.23-03", "T-7.3-9"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web: {type: tosca.nodes.WebServer, requirements: [host: server]}
    server: {type: tosca.nodes.Compute}
  workflows:
    connect:
      steps:
        add: {target: web, target_relationship: hst, operation_host: SOURCE, activities: [call_operation: Configure.add_target]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web: {type: tosca.nodes.WebServer, requirements: [host: server]}
    server: {type: tosca.nodes.Compute}
  workflows:
    connect:
      steps:
        add: {target: web, target_relationship: host, operation_host: SOURCE, activities: [call_operation: Configure.add_target]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for record in [&PRECONDITION, &STEP].into_iter().flat_map(|record| facts.records.of_record(record)) {
        let Some(target) = record.node.get("target").and_then(Node::as_text) else { continue };
        if let (Some(stated), Some(node)) = (record.node.get("target_relationship"), facts.topology.node(target)) {
            requirement(cx, target, &node.shape, stated);
        }
    }
    for record in facts.records.of_record(&EVENT_FILTER) {
        let Some(name) = record.node.get("node").and_then(Node::as_text) else { continue };
        let template = facts.topology.node(name);
        let of_type = || {
            facts.scope.find(&[SymbolKind::NodeType], name)?;
            Some(Rc::new(NodeShape::of(&facts.scope, facts.scope.effective(SymbolKind::NodeType, name))))
        };
        let Some(shape) = template.map(|node| Rc::clone(&node.shape)).or_else(of_type) else { continue };
        let stated = record.node.get("requirement").filter(|stated| !stated.is_null());
        if let Some(stated) = stated {
            requirement(cx, name, &shape, stated);
        }
        // With a requirement, the capability is that of the node behind it.
        let through = |stated: &Node| {
            let requirement = stated.as_text()?;
            let assignments = template?.assignments.iter();
            let mut targets = assignments.filter(|assignment| assignment.name == requirement);
            let TargetNode::Template(index) = targets.next()?.target else { return None };
            let node = facts.topology.nodes.get(index)?;
            Some((node.name, Rc::clone(&node.shape)))
        };
        let holder = match stated {
            Some(stated) => through(stated),
            None => Some((name, shape)),
        };
        let (Some((name, shape)), Some(stated)) = (holder, record.node.get("capability")) else { continue };
        let Some(capability) = stated.as_text().filter(|_| !stated.is_null() && shape.of.is_whole) else { continue };
        if shape.capability(capability).is_none() {
            let finding = cx.report(stated.span, format!("`{name}` has no capability `{capability}`"));
            let known = shape.capabilities.iter().map(|known| known.name.as_str());
            finding.suggest(capability, known, "use one that the node type defines or inherits");
        }
    }
}

/// Reports a requirement that the node does not have.
fn requirement(cx: &mut Check<'_>, node: &str, shape: &NodeShape<'_>, stated: &Node) {
    let Some(name) = stated.as_text().filter(|_| !stated.is_null() && shape.of.is_whole) else { return };
    if shape.requirement(name).is_none() {
        let finding = cx.report(stated.span, format!("`{node}` has no requirement `{name}`"));
        let known = shape.requirements.iter().map(|known| known.name.as_str());
        finding.suggest(name, known, "use one that the node type defines or inherits");
    }
}
