//! Node filters for capabilities that the node type does not have.

use std::sync::Arc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::symbol::SymbolKind;
use crate::syntax::Node;
use crate::tosca::effective::Effective;
use crate::tosca::fulfilment::TargetNode;

pub static RULE: Rule = Rule {
    code: "tosca/requirement/unknown-filter-capability",
    severity: Severity::Error,
    title: "node filter for an unknown capability",
    doc: "A `node_filter` selects by the capabilities of a node. Each entry is the name of a capability of the node \
          type, or a capability type (3.5.5).\n\nFor the filter of a node template this is a warning, because a node \
          of a derived type may be chosen.",
    sources: &["T-3.5.5-02"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web:
      type: tosca.nodes.WebServer
      requirements:
        - host: {node: tosca.nodes.Compute, node_filter: {capabilities: [gpu: {properties: [count: 1]}]}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web:
      type: tosca.nodes.WebServer
      requirements:
        - host: {node: tosca.nodes.Compute, node_filter: {capabilities: [host: {properties: [num_cpus: 1]}]}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let scope = &facts.scope;
    let mut filters: Vec<(&Node, Arc<Effective>, Severity)> = Vec::new();
    for node in &facts.topology.nodes {
        // A node of a derived type may replace the template, and have more capabilities.
        let own = node.node.get("node_filter");
        filters.extend(own.map(|filter| (filter, Arc::clone(&node.shape.of), Severity::Warning)));
        for assignment in node.assignments.iter().filter(|assignment| !assignment.is_copied) {
            let Some(filter) = assignment.get("node_filter") else { continue };
            let wanted = node.shape.requirement(assignment.name).and_then(|requirement| requirement.node.as_ref());
            let of = match (&assignment.target, wanted) {
                (TargetNode::Type(definition), _) => scope.effective_of(SymbolKind::NodeType, *definition),
                (TargetNode::Open, Some(wanted)) => scope.effective(SymbolKind::NodeType, &wanted.name),
                _ => continue,
            };
            filters.push((filter, of, Severity::Error));
        }
    }
    for (filter, of, severity) in filters.into_iter().filter(|(_, of, _)| of.is_whole) {
        for item in filter.get("capabilities").map_or(&[][..], Node::items) {
            let key = || item.entries().first().map(|entry| &entry.key);
            let entry = if item.as_text().is_some() { Some(item) } else { key() };
            let Some((entry, name)) = entry.and_then(|entry| Some((entry, entry.as_text()?))) else { continue };
            let is_known = !of.declarations("capabilities", name).is_empty()
                || scope.find(&[SymbolKind::CapabilityType], name).is_some();
            // A name with a period is meant as a type, which a file that is not available can define.
            let is_certain = scope.is_whole || !name.contains(['.', ':']);
            if let (false, true, Some(of_name)) = (is_known, is_certain, of.name()) {
                let finding = cx.report(entry.span, format!("`{of_name}` has no capability `{name}`"));
                let known = of.names(&["capabilities"]).map(|name| name.as_str());
                finding.severity(severity).suggest(name, known, "use the name or the type of a capability");
            }
        }
    }
}
