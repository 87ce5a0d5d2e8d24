//! The diagram of an application service descriptor: deployment items by stage, and connection points on the boundary
//! with the chart parameters they map to.

use std::collections::BTreeMap;

use petgraph::graph::NodeIndex;

use crate::syntax::{Node, NodePath};
use crate::text::Span;
use crate::topology::{Edge, EdgeKind, Port, PortKind, Topology, Vertex, VertexKind};

/// Stages with more pairs of items than this are connected only from the first item of the earlier stage.
const MANY: usize = 100;

/// The diagram of a descriptor; `name` is used if it has no name.
pub fn topology(root: &Node, name: &str) -> Topology {
    let named = root.entry("asdApplicationName");
    let title = named.and_then(|entry| entry.value.as_text()).unwrap_or(name);
    let span = named.map_or(Span::default(), |entry| entry.value.span);
    let mut topology = Topology { title: title.to_owned(), ..Topology::default() };
    let version = text(root, "asdApplicationVersion").map_or(String::new(), |version| format!(" {version}"));
    let boundary = topology.graph.add_node(Vertex {
        detail: format!("{title}{version}"),
        ports: connection_points(root).map(|(path, point)| port(path, point)).collect(),
        ..Vertex::new(VertexKind::Boundary, NodePath::root(), span, title)
    });
    let mut stages: BTreeMap<i64, Vec<NodeIndex>> = BTreeMap::new();
    let mut charts = BTreeMap::new();
    for (path, item) in items(root) {
        let index = topology.graph.add_node(Vertex { parent: Some(boundary), ..vertex(path, item) });
        if let Some(order) = text(item, "deploymentOrder").and_then(|order| order.trim().parse().ok()) {
            stages.entry(order).or_default().push(index);
        }
        if let Some(artifact) = text(item, "artifactId") {
            charts.entry(chart(artifact)).or_insert(index);
        }
    }
    order(&mut topology, &stages);
    for (path, point) in connection_points(root) {
        mappings(&mut topology, boundary, &charts, &path, point);
    }
    topology
}

fn vertex(path: NodePath, item: &Node) -> Vertex {
    let id = item.get("deploymentItemId");
    let artifact = text(item, "artifactId").unwrap_or_default();
    let file = artifact.rsplit('/').next().unwrap_or_default();
    let words: Vec<&str> =
        text(item, "artifactType").into_iter().chain([file]).filter(|word| !word.is_empty()).collect();
    let span = id.map_or(item.span, |id| id.span);
    Vertex {
        detail: words.join(" "),
        badge: text(item, "deploymentOrder").map(|order| format!("stage {order}")),
        ..Vertex::new(VertexKind::DeploymentItem, path, span, id.and_then(Node::as_text).unwrap_or("no identifier"))
    }
}

/// Every item of a stage waits for all items of the previous stage.
fn order(topology: &mut Topology, stages: &BTreeMap<i64, Vec<NodeIndex>>) {
    let stages: Vec<&[NodeIndex]> = stages.values().map(Vec::as_slice).collect();
    for pair in stages.windows(2) {
        let [before, after] = pair else { continue };
        let before = if before.len() * after.len() > MANY { before.get(..1).unwrap_or_default() } else { before };
        for &earlier in before {
            for &later in *after {
                let Some(item) = topology.graph.node_weight(later) else { continue };
                let path = item.path.key("deploymentOrder");
                let edge = Edge::new(EdgeKind::Dependency, path, item.span, "deployed before");
                topology.graph.add_edge(earlier, later, edge);
            }
        }
    }
}

/// The connections from a connection point to the chart parameters for its addresses and networks.
fn mappings(
    topology: &mut Topology,
    boundary: NodeIndex,
    charts: &BTreeMap<&str, NodeIndex>,
    path: &NodePath,
    point: &Node,
) {
    let Some(mappings) = point.get("inputParamMappings") else { return };
    let id = text(point, "id").unwrap_or_default();
    for entry in mappings.entries() {
        let Some(key) = entry.key.as_text() else { continue };
        let path = path.key("inputParamMappings").key(key);
        for value in [&entry.value].into_iter().chain(entry.value.items()) {
            let Some((chart, parameter)) = value.as_text().and_then(|text| text.split_once(':')) else { continue };
            let Some(&item) = charts.get(chart) else { continue };
            let Some(vertex) = topology.graph.node_weight_mut(item) else { continue };
            let mut edge = Edge::new(EdgeKind::Mapping, path.clone(), value.span, format!("{id} → {parameter}"));
            edge.target_port = Some(vertex.port(parameter, PortKind::Input));
            edge.source_port = Some(id.into());
            topology.graph.add_edge(boundary, item, edge);
        }
    }
}

fn port(path: NodePath, point: &Node) -> Port {
    let links = point.get("virtualLinkRequirement");
    let links = links.into_iter().flat_map(|links| [links].into_iter().chain(links.items()));
    let links: Vec<&str> = links.filter_map(Node::as_text).collect();
    Port {
        name: text(point, "id").unwrap_or("no identifier").into(),
        kind: PortKind::Requirement,
        type_name: (!links.is_empty()).then(|| links.join(", ").into()),
        path: Some(path),
    }
}

fn connection_points(root: &Node) -> impl Iterator<Item = (NodePath, &Node)> {
    records(root, "asdExtCpd")
}

/// The deployment items; a single item need not be in a list.
fn items(root: &Node) -> impl Iterator<Item = (NodePath, &Node)> {
    let single = root.get("deploymentItems").filter(|node| node.as_mapping().is_some());
    records(root, "deploymentItems").chain(single.map(|node| (NodePath::keys(["deploymentItems"]), node)))
}

fn records<'a>(root: &'a Node, section: &'static str) -> impl Iterator<Item = (NodePath, &'a Node)> {
    let items = root.get(section).map_or(&[][..], Node::items).iter().enumerate();
    items.map(move |(index, item)| (NodePath::keys([section]).index(index), item))
}

fn text<'a>(node: &'a Node, key: &str) -> Option<&'a str> {
    node.get(key)?.as_text()
}

/// The name of the chart in a file: `streamer` in `charts/streamer-2.0.0.tgz`.
fn chart(artifact: &str) -> &str {
    let file = artifact.rsplit('/').next().unwrap_or(artifact);
    let stem = file.strip_suffix(".tgz").or(file.strip_suffix(".tar.gz")).unwrap_or(file);
    let version = stem.match_indices('-').find(|(dash, _)| {
        let word = stem.get(dash + 1..).unwrap_or("").split('-').next().unwrap_or("");
        word.starts_with(|first: char| first.is_ascii_digit()) && word.contains('.')
    });
    version.and_then(|(dash, _)| stem.get(..dash)).unwrap_or(stem)
}

#[cfg(test)]
mod tests {
    use super::chart;

    #[test]
    fn a_chart_is_named_by_its_file_without_the_version() {
        assert_eq!(chart("Artifacts/HELM/streamer-2.0.0.tgz"), "streamer");
        assert_eq!(chart("stream-2-go-1.0.0-rc.1.tgz"), "stream-2-go");
        assert_eq!(chart("https://charts.example.com/ingress"), "ingress");
    }
}
