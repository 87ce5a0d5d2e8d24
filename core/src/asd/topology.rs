//! The diagram of an application service descriptor: deployment items by stage, and connection points on the boundary
//! with the chart parameters they map to.

use petgraph::graph::NodeIndex;

use crate::asd::form::{Form, name_in};
use crate::asd::model::{Application, mapped, text, texts};
use crate::sorted_map::SortedMap;
use crate::syntax::{Node, NodePath};
use crate::text::Span;
use crate::topology::{Badge, Edge, EdgeKind, Port, PortKind, Topology, Vertex, VertexKind};

/// Stages with more pairs of items than this are connected only from the first item of the earlier stage.
const MANY: usize = 100;

/// The diagram of a descriptor; `name` is used if it has no name.
pub fn topology(root: &Node, name: &str) -> Topology {
    let application = &Application::lower(root);
    let named = application.root.entry("asdApplicationName");
    let title = named.and_then(|entry| entry.value.as_text()).unwrap_or(name);
    let span = named.map_or(Span::default(), |entry| entry.value.span);
    let mut topology = Topology { title: title.to_owned(), ..Topology::default() };
    let version = application.text("asdApplicationVersion").map_or(String::new(), |version| format!(" {version}"));
    let boundary = topology.graph.add_node(Vertex {
        detail: format!("{title}{version}"),
        ports: application.points().map(|(path, point)| port(path, point)).collect(),
        ..Vertex::new(VertexKind::Boundary, NodePath::root(), span, title)
    });
    let mut stages: SortedMap<i64, Vec<NodeIndex>> = SortedMap::new();
    let mut charts = SortedMap::new();
    for item in application.items() {
        let index = topology.graph.add_node(Vertex { parent: Some(boundary), ..vertex(item.path.clone(), item.node) });
        if let Some(order) = item.order() {
            stages.entry(order).or_default().push(index);
        }
        if let Some(chart) = item.chart() {
            charts.entry(chart).or_insert(index);
        }
    }
    order(&mut topology, application.form, &stages);
    for (path, point) in application.points() {
        mappings(&mut topology, application.form, (boundary, &charts), &path, point);
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
        badge: text(item, "deploymentOrder").map(|order| Badge::Stage(order.to_owned())),
        ..Vertex::new(VertexKind::DeploymentItem, path, span, id.and_then(Node::as_text).unwrap_or("no identifier"))
    }
}

/// Every item of a stage waits for all items of the previous stage.
fn order(topology: &mut Topology, form: Form, stages: &SortedMap<i64, Vec<NodeIndex>>) {
    let stages: Vec<&[NodeIndex]> = stages.values().map(Vec::as_slice).collect();
    for pair in stages.windows(2) {
        let [before, after] = pair else { continue };
        let before = if before.len() * after.len() > MANY { before.get(..1).unwrap_or_default() } else { before };
        for &earlier in before {
            for &later in *after {
                let Some(item) = topology.graph.node_weight(later) else { continue };
                let at = if form.is_template() { item.path.key("properties") } else { item.path.clone() };
                let path = at.key(name_in("deploymentOrder", form));
                let edge = Edge::new(EdgeKind::Dependency, path, item.span, "deployed before");
                topology.graph.add_edge(earlier, later, edge);
            }
        }
    }
}

/// The connections from a connection point to the chart parameters for its addresses and networks.
fn mappings(
    topology: &mut Topology,
    form: Form,
    (boundary, charts): (NodeIndex, &SortedMap<&str, NodeIndex>),
    path: &NodePath,
    point: &Node,
) {
    let id = text(point, "id").unwrap_or_default();
    for mapped in mapped(point) {
        let path = path.key(name_in("inputParamMappings", form)).key(name_in(mapped.attribute, form));
        let Some((chart, parameter)) = mapped.target() else { continue };
        let Some(&item) = charts.get(chart) else { continue };
        let Some(vertex) = topology.graph.node_weight_mut(item) else { continue };
        let mut edge = Edge::new(EdgeKind::Mapping, path, mapped.node.span, format!("{id} → {parameter}"));
        edge.target_port = Some(vertex.port(parameter, PortKind::Input));
        edge.source_port = Some(id.into());
        topology.graph.add_edge(boundary, item, edge);
    }
}

fn port(path: NodePath, point: &Node) -> Port {
    let links: Vec<&str> = texts(point.get("virtualLinkRequirement")).filter_map(Node::as_text).collect();
    Port {
        name: text(point, "id").unwrap_or("no identifier").into(),
        kind: PortKind::Requirement,
        type_name: (!links.is_empty()).then(|| links.join(", ").into()),
        path: Some(path),
    }
}
