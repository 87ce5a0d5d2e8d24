//! Node templates that require each other in a circle.

use std::collections::{BTreeMap, HashMap};

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::{Node, NodePath};
use crate::tosca::effective::named;
use crate::tosca::workflow::WORKFLOWS;

pub static RULE: Rule = Rule {
    code: "tosca/requirement/cyclic-requirements",
    severity: Severity::Error,
    title: "cycle of requirements",
    doc: "A node is created after the targets of its requirements have started (7.2). Nodes that require each other in a \
          circle have no such order, so an orchestrator cannot deploy the topology.\n\nTopologies with a workflow `deploy` \
          of their own are not checked, since no workflow has to be generated for them.",
    sources: &["T-7.2-10"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    a:
      type: tosca.nodes.Root
      requirements: [dependency: b]
    b:
      type: tosca.nodes.Root
      requirements: [dependency: a]
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    a:
      type: tosca.nodes.Root
      requirements: [dependency: b]
    b: {type: tosca.nodes.Root}
",
    check,
};

/// A requirement of a node template that names another one.
struct Requirement<'a> {
    name: &'a str,
    path: NodePath,
}

fn check(cx: &mut Check<'_>) {
    let Some(root) = cx.file.root.clone() else { return };
    if root.at(&NodePath::keys(WORKFLOWS).key("deploy")).is_some() {
        return;
    }
    let graph = requirements(&root);
    let mut cycles: Vec<_> = tarjan_scc(&graph).into_iter().filter_map(|component| cycle(&graph, &component)).collect();
    cycles.sort();
    for cycle in cycles {
        let steps: Vec<_> = cycle
            .iter()
            .filter_map(|edge| Some((graph.edge_weight(*edge)?, graph.edge_endpoints(*edge)?)))
            .collect();
        let Some((first, _)) = steps.first() else { continue };
        let Some(span) = cx.file.key_span(&first.path) else { continue };
        let names: Vec<String> =
            steps.iter().map(|(requirement, (source, _))| format!("`{}.{}`", graph[*source], requirement.name)).collect();
        let others: Vec<_> = steps[1..]
            .iter()
            .filter_map(|(requirement, (source, target))| {
                let message = format!("`{}` requires `{}`", graph[*source], graph[*target]);
                Some((cx.file.key_span(&requirement.path)?, message))
            })
            .collect();
        let file = cx.file.path.clone();
        let mut finding = cx.report(span, format!("cycle of requirements: {}", names.join(" → ")));
        for (span, message) in others {
            finding = finding.related(&file, span, message);
        }
        finding.help("remove one of the requirements");
    }
}

/// The node templates, with an edge for each requirement between them.
fn requirements(root: &Node) -> DiGraph<&str, Requirement<'_>> {
    let mut graph = DiGraph::new();
    let at = NodePath::keys(["topology_template", "node_templates"]);
    let templates: Vec<_> = root.at(&at).into_iter().flat_map(named).collect();
    let indices: HashMap<&str, _> = templates.iter().map(|(name, _)| (*name, graph.add_node(*name))).collect();
    for (name, template) in &templates {
        let at = at.key(name).key("requirements");
        let items = template.value.get("requirements").map_or(&[][..], Node::items).iter().enumerate();
        for (index, (requirement, entry)) in items.flat_map(|(index, item)| named(item).map(move |one| (index, one))) {
            let target = entry.value.as_text().or_else(|| entry.value.get("node")?.as_text());
            if let (Some(source), Some(target)) = (indices.get(name), target.and_then(|target| indices.get(target))) {
                let path = at.index(index).key(requirement);
                graph.add_edge(*source, *target, Requirement { name: requirement, path });
            }
        }
    }
    graph
}

/// A cycle in a strongly connected component, starting at its first node; `None` if there is none.
fn cycle(
    graph: &DiGraph<&str, Requirement<'_>>,
    component: &[petgraph::graph::NodeIndex],
) -> Option<Vec<petgraph::graph::EdgeIndex>> {
    use petgraph::visit::EdgeRef;
    let first = *component.iter().min()?;
    // Breadth first, so that the shortest cycle through the first node is found.
    let mut from: BTreeMap<_, petgraph::graph::EdgeIndex> = BTreeMap::new();
    let mut open = std::collections::VecDeque::from([first]);
    while let Some(node) = open.pop_front() {
        let mut edges: Vec<_> = graph.edges(node).collect();
        edges.sort_by_key(|edge| edge.id());
        for edge in edges {
            if edge.target() == first {
                let mut path = vec![edge.id()];
                let mut at = node;
                while at != first {
                    let edge = *from.get(&at)?;
                    path.push(edge);
                    at = graph.edge_endpoints(edge)?.0;
                }
                path.reverse();
                return Some(path);
            }
            if component.contains(&edge.target()) && !from.contains_key(&edge.target()) {
                from.insert(edge.target(), edge.id());
                open.push_back(edge.target());
            }
        }
    }
    None
}
