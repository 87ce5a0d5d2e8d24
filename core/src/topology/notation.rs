//! Graphs in the languages of Graphviz and Mermaid.

use std::collections::BTreeMap;

use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;

use crate::text::is_deceptive;
use crate::topology::{EdgeKind, Topology, Vertex, VertexKind};

type Nested = BTreeMap<Option<NodeIndex>, Vec<NodeIndex>>;

/// The vertices by parent. The boundary is included only if an edge ends at it; it surrounds everything, so it is not a
/// group.
fn nested(topology: &Topology) -> Nested {
    let graph = &topology.graph;
    let ends = |index: NodeIndex| graph.neighbors_undirected(index).next().is_some();
    let is_group = |index: &NodeIndex| graph[*index].kind != VertexKind::Boundary;
    let mut nested = Nested::new();
    for index in graph.node_indices().filter(|index| is_group(index) || ends(*index)) {
        nested.entry(graph[index].parent.filter(is_group)).or_default().push(index);
    }
    nested
}

/// The graph in the DOT language of Graphviz.
pub fn dot(topology: &Topology) -> String {
    let mut text = format!("digraph {} {{\n", dot_text(&topology.title));
    text += "  rankdir=LR;\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\"];\n";
    dot_level(topology, &nested(topology), None, 1, &mut text);
    for edge in topology.graph.edge_references() {
        let style = match edge.weight().kind {
            EdgeKind::Relationship | EdgeKind::Success | EdgeKind::Offer => "",
            EdgeKind::Mapping | EdgeKind::Failure | EdgeKind::Demand => ", style=dashed",
            // A hollow triangle at the type that others derive from.
            EdgeKind::Derivation => ", dir=back, arrowtail=empty",
            EdgeKind::Dependency => ", style=dotted",
        };
        let label = dot_text(&edge.weight().label);
        text += &format!("  n{} -> n{} [label={label}{style}];\n", edge.source().index(), edge.target().index());
    }
    text + "}\n"
}

fn dot_level(topology: &Topology, nested: &Nested, parent: Option<NodeIndex>, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    for &index in nested.get(&parent).into_iter().flatten() {
        let vertex = &topology.graph[index];
        let (number, label) = (index.index(), dot_text(&label(vertex, "\n")));
        if !nested.contains_key(&Some(index)) {
            *text += &format!("{indent}n{number} [label={label}];\n");
        } else {
            *text += &format!("{indent}subgraph cluster_{number} {{\n{indent}  label={label};\n");
            // DOT edges cannot end at a cluster, so it gets an invisible point.
            *text += &format!("{indent}  n{number} [shape=point];\n");
            dot_level(topology, nested, Some(index), depth + 1, text);
            *text += &format!("{indent}}}\n");
        }
    }
}

fn label(vertex: &Vertex, separator: &str) -> String {
    let badge = vertex.badge.as_ref().map(ToString::to_string).unwrap_or_default();
    let parts = [vertex.label.as_str(), &vertex.detail, &badge];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(separator)
}

fn dot_text(text: &str) -> String {
    let escaped = honest(text).replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

/// Names invisible characters, and those that change the direction of text.
fn honest(text: &str) -> String {
    text.chars().fold(String::new(), |mut honest, character| {
        match character {
            '\n' => honest.push('\n'),
            other if other.is_control() || is_deceptive(other) => {
                honest.push_str(&format!("U+{:04X}", u32::from(other)));
            }
            other => honest.push(other),
        }
        honest
    })
}

/// The graph in the language of Mermaid.
pub fn mermaid(topology: &Topology) -> String {
    let mut text = String::from("flowchart LR\n");
    mermaid_level(topology, &nested(topology), None, 1, &mut text);
    for edge in topology.graph.edge_references() {
        let arrow = match edge.weight().kind {
            EdgeKind::Relationship | EdgeKind::Success | EdgeKind::Derivation | EdgeKind::Offer => "-->",
            EdgeKind::Mapping | EdgeKind::Dependency | EdgeKind::Failure | EdgeKind::Demand => "-.->",
        };
        let label = &edge.weight().label;
        let label = if label.is_empty() { String::new() } else { format!("|\"{}\"|", mermaid_text(label)) };
        text += &format!("  n{} {arrow}{label} n{}\n", edge.source().index(), edge.target().index());
    }
    text
}

fn mermaid_level(topology: &Topology, nested: &Nested, parent: Option<NodeIndex>, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    for &index in nested.get(&parent).into_iter().flatten() {
        let (number, label) = (index.index(), mermaid_text(&label(&topology.graph[index], "\n")));
        if !nested.contains_key(&Some(index)) {
            *text += &format!("{indent}n{number}[\"{label}\"]\n");
        } else {
            *text += &format!("{indent}subgraph n{number}[\"{label}\"]\n");
            mermaid_level(topology, nested, Some(index), depth + 1, text);
            *text += &format!("{indent}end\n");
        }
    }
}

/// Escapes everything that has a meaning in Mermaid or HTML as character codes.
fn mermaid_text(text: &str) -> String {
    honest(text).chars().fold(String::new(), |mut escaped, character| {
        match character {
            '\n' => escaped.push_str("<br>"),
            other if other.is_alphanumeric() || matches!(other, ' ' | '.' | '_' | '-' | ':' | '/' | ',') => {
                escaped.push(other);
            }
            other => escaped.push_str(&format!("#{};", u32::from(other))),
        }
        escaped
    })
}
