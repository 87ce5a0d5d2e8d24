//! Nodes that require each other.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use petgraph::visit::EdgeRef;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::sorting::Sorting;
use crate::text::Span;

pub static RULE: Rule = Rule {
    code: "tosca/requirement/cyclic-requirements",
    severity: Severity::Warning,
    title: "nodes that require each other",
    doc: "A node is started after the nodes that it requires, so nodes that require each other, directly or through \
          others, cannot be ordered (2.8). If they are hosted on each other, this is an error, because none of them \
          ends up on a host.\n\nRemove one of the requirements.",
    sources: &["T-2.8-02", "T-7.2-10"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    one: {type: tosca.nodes.Root, requirements: [dependency: two]}
    two: {type: tosca.nodes.Root, requirements: [dependency: one]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    one: {type: tosca.nodes.Root, requirements: [dependency: two]}
    two: {type: tosca.nodes.Root}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let nodes = &facts.topology.nodes;
    let mut graph: DiGraph<(), (Span, bool)> = DiGraph::with_capacity(nodes.len(), nodes.len());
    let vertices: Vec<_> = nodes.iter().map(|_| graph.add_node(())).collect();
    for (source, assignment, edge) in facts.met_by_index() {
        let (Some(from), Some(to)) = (vertices.get(source), vertices.get(edge.target)) else { continue };
        let is_hosting = edge.relationship.as_ref().is_some_and(|of| of.derives_from("tosca.relationships.HostedOn"));
        // A node that requires itself is reported separately.
        if from != to {
            graph.add_edge(*from, *to, (super::target(assignment).span, is_hosting));
        }
    }
    let hosting = graph.filter_map(|_, _| Some(()), |_, (_, is_hosting)| is_hosting.then_some(()));
    let hosting = kosaraju_scc(&hosting);
    for mut component in kosaraju_scc(&graph).into_iter().filter(|component| component.len() > 1) {
        component.order();
        let members = component.iter().filter_map(|vertex| nodes.get(vertex.index()));
        let names = members.map(|node| format!("`{}`", node.name)).collect::<Vec<_>>();
        let is_inside = |end| component.contains(&end);
        let inner = graph.edge_references().filter(|edge| is_inside(edge.source()) && is_inside(edge.target()));
        let is_hosting_cycle = |cycle: &Vec<_>| cycle.len() > 1 && cycle.iter().all(|end| component.contains(end));
        let is_hosting = hosting.iter().any(is_hosting_cycle);
        let Some(span) = inner.map(|edge| edge.weight().0).min_by_key(|span| span.start) else { continue };
        let (verb, severity) = match is_hosting {
            true => ("are hosted on", Severity::Error),
            false => ("require", Severity::Warning),
        };
        let list = match names.len() > MOST_LISTED {
            true => format!("{} nodes", names.len()),
            false => names.join(", "),
        };
        cx.report(span, format!("{list} {verb} each other")).severity(severity);
    }
}

/// Maximum number of nodes whose names are listed, so that the message fits on a screen.
const MOST_LISTED: usize = 6;
