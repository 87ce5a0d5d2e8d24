//! The diagram of an application service descriptor: deployment items in a lane for each stage, requirements on the cluster,
//! and connection points on the boundary with the chart parameters they map to.

use petgraph::graph::NodeIndex;

use crate::asd::form::{Form, name_in};
use crate::asd::model::{self, Application, mapped, text, texts};
use crate::asd::outline::networks;
use crate::sorted_map::SortedMap;
use crate::syntax::{Node, NodePath};
use crate::text::Span;
use crate::topology::{Badge, Edge, EdgeKind, Port, PortKind, PortNeed, Topology, Vertex, VertexKind};

/// Stages with more pairs of items than this are connected only from the first item of the earlier stage.
const MANY: usize = 100;

/// The beginning of the last key of the path of a lane. It contains a blank, so it is not the name of an artifact.
const LANE: &str = "stage ";

/// The path of the lane of a stage, or of the items without a stage. There is no node at it.
pub fn lane_path(application: &Application, order: Option<i64>) -> NodePath {
    application.section().key(&order.map_or_else(|| LANE.to_owned(), |order| format!("{LANE}{order}")))
}

/// The stage of a lane by its path: `Some(None)` for the items without a stage, `None` for other paths.
pub fn stage_of_lane(path: &NodePath) -> Option<Option<i64>> {
    let order = path.last_key()?.strip_prefix(LANE)?;
    if order.is_empty() { Some(None) } else { order.parse().ok().map(Some) }
}

/// The diagram of a descriptor; `name` is used if it has no name. Without lanes, which do not fit boxes that were placed by
/// hand, the items of a stage are connected with those of the next.
pub fn topology(root: &Node, name: &str, has_lanes: bool) -> Topology {
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
    if let Some(required) = application.cluster() {
        let path = application.at.key(name_in(REQUIREMENTS, application.form));
        topology.graph.add_node(Vertex { parent: Some(boundary), ..requirements(path, required, application.form) });
    }
    let mut stages: SortedMap<i64, Vec<NodeIndex>> = SortedMap::new();
    let mut unordered = Vec::new();
    let mut charts = SortedMap::new();
    for item in application.items() {
        let index = topology.graph.add_node(Vertex { parent: Some(boundary), ..vertex(item.path.clone(), item.node) });
        match item.order() {
            Some(order) => stages.entry(order).or_default().push(index),
            None => unordered.push(index),
        }
        if let Some(chart) = item.chart() {
            charts.entry(chart).or_insert(index);
        }
    }
    if has_lanes {
        lanes(&mut topology, boundary, application, &stages, &unordered);
    } else {
        order(&mut topology, application.form, &stages);
    }
    for (path, point) in application.points() {
        mappings(&mut topology, application.form, (boundary, &charts), &path, point);
    }
    topology
}

const REQUIREMENTS: &str = "enhancedClusterCapabilities";

/// The box of the requirements on the cluster: its second line is the kernel and the names of what is required.
fn requirements(path: NodePath, required: &Node, form: Form) -> Vertex {
    let kernel = text(required, "minKernelVersion").map(|version| format!("≥ {version}"));
    let modules = texts(required.get("requiredKernelModules")).filter_map(Node::as_text).map(str::to_owned);
    let named = |list: &str, key: &'static str| {
        let items = required.get(list).map_or(&[][..], Node::items).iter();
        items.filter_map(|item| text(item, key)).map(str::to_owned).collect::<Vec<_>>()
    };
    let resources = named("requiredCustomResources", "kind");
    let plugins = required.get("requiredPlugin").map_or(&[][..], Node::items).iter();
    let plugins = plugins.filter_map(|item| model::plugin(item).0?.as_text()).map(str::to_owned);
    let words: Vec<String> = kernel.into_iter().chain(modules).chain(plugins).chain(resources).collect();
    Vertex {
        detail: words.join(", "),
        ..Vertex::new(VertexKind::Cluster, path, required.span, name_in(REQUIREMENTS, form))
    }
}

/// Encloses the items of each stage in a lane, and those without a stage in another one.
fn lanes(
    topology: &mut Topology,
    boundary: NodeIndex,
    application: &Application,
    stages: &SortedMap<i64, Vec<NodeIndex>>,
    unordered: &[NodeIndex],
) {
    let name = name_in("deploymentOrder", application.form);
    let mut lane = |order: Option<i64>, items: &[NodeIndex]| {
        let label = order.map_or_else(|| format!("no {name}"), |order| format!("{name}: {order}"));
        let path = lane_path(application, order);
        let span = items.first().and_then(|item| topology.graph.node_weight(*item)).map(|item| item.span);
        let span = span.unwrap_or_default();
        let lane = Vertex { parent: Some(boundary), ..Vertex::new(VertexKind::Stage, path.clone(), span, label) };
        let lane = topology.graph.add_node(lane);
        for item in items {
            if let Some(item) = topology.graph.node_weight_mut(*item) {
                item.parent = Some(lane);
                // The label of the lane already says it.
                item.badge = None;
            }
        }
        (lane, path, span)
    };
    let staged: Vec<_> = stages.iter().map(|(order, items)| lane(Some(*order), items)).collect();
    if !unordered.is_empty() {
        lane(None, unordered);
    }
    for pair in staged.windows(2) {
        if let [(before, ..), (after, path, span)] = pair {
            let edge = Edge::new(EdgeKind::Dependency, path.clone(), *span, "deployed before");
            topology.graph.add_edge(*before, *after, edge);
        }
    }
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
        let path = mapped.index.map_or(path.clone(), |index| path.index(index));
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
    let networks = networks(point);
    let is_missing = model::unreceived_address(point).is_some() && mapped(point).next().is_none();
    Port {
        name: text(point, "id").unwrap_or("no identifier").into(),
        // Its values are read by the charts inside.
        kind: PortKind::Input,
        type_name: (!networks.is_empty()).then(|| networks.into()),
        path: Some(path),
        need: if is_missing { PortNeed::Missing } else { PortNeed::Plain },
    }
}
