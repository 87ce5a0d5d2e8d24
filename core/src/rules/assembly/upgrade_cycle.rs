//! Cyclic upgrade dependencies.

use petgraph::graph::{DiGraph, EdgeIndex, NodeIndex};

use crate::sorted_map::SortedMap;
use crate::assembly::cycle::cycles;
use crate::assembly::model::Descriptor;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::text::Span;

pub static RULE: Rule = Rule {
    code: "assembly/upgrade-cycle",
    severity: Severity::Error,
    title: "cyclic upgrade order",
    doc: "A component is upgraded after its `upgrade-dependencies`, which must not form a cycle. Also, an upgraded \
          component may report new values, so none of its properties may be passed to a component that is upgraded \
          before it.",
    sources: &["AD-UPG-03", "AD-UPG-04"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  database:
    type: resource::node::1.0
    properties: {}
    upgrade-dependencies: [web]
  web:
    type: resource::node::1.0
    properties:
      peer: {value: '${database.name}'}
# file: node.yaml
name: resource::node::1.0
properties:
  peer: {}
lifecycle: {Create: {}, Upgrade: {}}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition:
  database:
    type: resource::node::1.0
    properties: {}
  web:
    type: resource::node::1.0
    properties:
      peer: {value: '${database.name}'}
# file: node.yaml
name: resource::node::1.0
properties:
  peer: {}
lifecycle: {Create: {}, Upgrade: {}}
",
    check,
};

#[derive(Clone, Copy)]
enum After {
    /// The component declares the other as an upgrade dependency.
    Upgrade(Span),
    /// The component receives a property of the other.
    Value(Span),
}

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    if assembly.composition.iter().all(|component| component.upgrade_dependencies.is_empty()) {
        return;
    }
    let graph = graph(cx, assembly);
    let upgrade = |after: &After| match after {
        After::Upgrade(span) => Some(span.start),
        After::Value(_) => None,
    };
    for cycle in cycles(&graph, upgrade) {
        report(cx, &graph, &cycle);
    }
}

/// From each component to the components that precede it.
fn graph<'a>(cx: &Check<'a>, assembly: &'a Descriptor) -> DiGraph<&'a str, After> {
    let mut graph = DiGraph::new();
    let mut nodes: SortedMap<&str, NodeIndex> = SortedMap::new();
    for component in &assembly.composition {
        let name = component.name.text.as_str();
        nodes.entry(name).or_insert_with(|| graph.add_node(name));
    }
    for component in &assembly.composition {
        for dependency in &component.upgrade_dependencies {
            let ends = nodes.get(component.name.text.as_str()).zip(nodes.get(dependency.value.as_str()));
            if let Some((after, before)) = ends {
                graph.add_edge(*after, *before, After::Upgrade(dependency.span));
            }
        }
    }
    let Some(flow) = cx.flow() else { return graph };
    for (unit, node) in flow.units.iter().enumerate().filter(|(_, unit)| unit.parent == Some(0)) {
        let Some(&after) = nodes.get(node.label.as_str()).filter(|_| !node.is_reference) else { continue };
        for (giver, span) in flow.given_by(unit) {
            let before = flow.units.get(giver).and_then(|giver| nodes.get(giver.label.as_str()));
            if let Some(&before) = before {
                graph.add_edge(after, before, After::Value(span));
            }
        }
    }
    graph
}

fn report(cx: &mut Check<'_>, graph: &DiGraph<&str, After>, cycle: &[EdgeIndex]) {
    let name = |edge: &EdgeIndex| graph.node_weight(graph.edge_endpoints(*edge)?.0).map(|name| format!("`{name}`"));
    let mut names: Vec<String> = cycle.iter().filter_map(name).collect();
    names.extend(names.first().cloned());
    let places: Vec<After> = cycle.iter().filter_map(|edge| graph.edge_weight(*edge).copied()).collect();
    let Some((After::Upgrade(span), others)) = places.split_first() else { return };
    let file = &cx.file.path;
    let message = match names.as_slice() {
        [name, _] => format!("{name} must be upgraded before itself"),
        names => format!("cyclic upgrade order: {}", names.join(" → ")),
    };
    let mut finding = cx.report(*span, message).help("remove one of the dependencies");
    for other in others {
        finding = match other {
            After::Upgrade(span) => finding.related(file, *span, "depends on this upgrade"),
            After::Value(span) => finding.related(file, *span, "this value is passed on"),
        };
    }
}
