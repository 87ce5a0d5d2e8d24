//! The diagram of a homing template: from locations to the constraints that use them, and on to the demands. The distances
//! of the objective connect locations and demands directly.

use petgraph::graph::NodeIndex;

use crate::homing::view::View;
use crate::homing::{objective, view};
use crate::sorted_map::SortedMap;
use crate::syntax::{Entry, Node, NodePath};
use crate::text::Span;
use crate::topology::{Edge, EdgeKind, Port, PortKind, PortNeed, Topology, Vertex, VertexKind};

/// The keys of constraints that refer to other boxes.
const LINKS: [&str; 2] = ["demands", "location"];

/// The diagram of a template. Templates have no name.
pub fn topology(file: &Node, name: &str) -> Topology {
    let (base, root) = view::template(file);
    let mut topology = Topology { title: name.to_owned(), ..Topology::default() };
    let boundary = topology.graph.add_node(Vertex {
        detail: text(root, "homing_template_version").unwrap_or("no version").to_owned(),
        ..Vertex::new(VertexKind::Boundary, NodePath::root(), Span::default(), name)
    });
    let mut vertices = |section, kind, detail: &dyn Fn(&Node) -> String| {
        let mut indices = SortedMap::new();
        for (name, entry) in named(root, section) {
            if indices.contains_key(name) {
                continue;
            }
            let path = base.key(section).key(name);
            let index = topology.graph.add_node(Vertex {
                detail: detail(&entry.value),
                parent: Some(boundary),
                ..Vertex::new(kind, path, entry.key.span, name)
            });
            indices.insert(name, index);
        }
        indices
    };
    let locations = vertices("locations", VertexKind::Location, &|location| place(location, root));
    let constraints = vertices("constraints", VertexKind::Constraint, &|constraint| {
        let of = text(constraint, "type").unwrap_or("no type");
        threshold(constraint, root).map_or_else(|| of.to_owned(), |threshold| format!("{of} {threshold}"))
    });
    let demands = vertices("demands", VertexKind::Demand, &inventories);
    for (name, entry) in named(root, "constraints") {
        let Some(&constraint) = constraints.get(name) else { continue };
        let path = base.key("constraints").key(name);
        let location = entry.value.get("properties").and_then(|properties| properties.get("location"));
        let location = location.map(|location| (path.key("properties").key("location"), location));
        let label = threshold(&entry.value, root).unwrap_or_default();
        connect(&mut topology, &locations, location, &label, |location| (location, constraint));
        connect(&mut topology, &demands, ends(&path, &entry.value), "", |demand| (constraint, demand));
    }
    let view = View::new(file);
    for constraint in view.constraints() {
        let Some(&index) = constraints.get(constraint.name) else { continue };
        topology.graph[index].ports.extend(constraint.unset(&view).map(|name| {
            let kind = if LINKS.contains(&name) { PortKind::Requirement } else { PortKind::Input };
            Port { need: PortNeed::Missing, ..Port::new(name, kind) }
        }));
    }
    for one in objective::distances(&view) {
        let named = |all: &SortedMap<&str, NodeIndex>| {
            one.ends.iter().find_map(|(_, end)| Some((*all.get(&*shown(end, root))?, end.span)))
        };
        let (Some((location, span)), Some((demand, _))) = (named(&locations), named(&demands)) else { continue };
        let weight = one.weight.map_or_else(|| "1".to_owned(), |weight| shown(weight, root));
        let edge = Edge::new(EdgeKind::Relationship, one.path, span, format!("weight {weight}"));
        topology.graph.add_edge(location, demand, edge);
    }
    topology
}

/// A connection for each known name in `names`.
fn connect<'a>(
    topology: &mut Topology,
    known: &SortedMap<&str, NodeIndex>,
    names: impl IntoIterator<Item = (NodePath, &'a Node)>,
    label: &str,
    ends: impl Fn(NodeIndex) -> (NodeIndex, NodeIndex),
) {
    for (path, name) in names {
        let Some(&index) = name.as_text().and_then(|name| known.get(name)) else { continue };
        let (source, target) = ends(index);
        topology.graph.add_edge(source, target, Edge::new(EdgeKind::Relationship, path, name.span, label));
    }
}

/// The demands of a constraint: a name, or a list of names.
fn ends<'a>(path: &NodePath, constraint: &'a Node) -> Vec<(NodePath, &'a Node)> {
    let path = path.key("demands");
    let Some(demands) = constraint.get("demands") else { return Vec::new() };
    let items = demands.items().iter().enumerate().map(|(index, item)| (path.index(index), item));
    let single = demands.as_scalar().map(|_| (path.clone(), demands));
    single.into_iter().chain(items).collect()
}

/// The threshold of a constraint on distances.
fn threshold(constraint: &Node, root: &Node) -> Option<String> {
    let distance = constraint.get("properties")?.get("distance")?;
    Some(shown(distance, root)).filter(|text| !text.is_empty())
}

/// A short description of a location.
fn place(location: &Node, root: &Node) -> String {
    let value = |key| Some(shown(location.get(key)?, root));
    match (value("latitude"), value("longitude")) {
        (Some(latitude), Some(longitude)) => format!("{latitude}, {longitude}"),
        _ => value("host_name").or_else(|| value("clli_code")).unwrap_or_default(),
    }
}

/// The text of a value, or of the parameter that provides it.
fn shown(value: &Node, root: &Node) -> String {
    let parameter = value.get("get_param").and_then(Node::as_text);
    let given = parameter.and_then(|name| root.get("parameters")?.get(name)?.as_text());
    given.or(parameter).or(value.as_text()).unwrap_or_default().to_owned()
}

/// The inventories of the candidates of a demand.
fn inventories(demand: &Node) -> String {
    let mut types: Vec<&str> = demand.items().iter().filter_map(|item| text(item, "inventory_type")).collect();
    types.dedup();
    types.join(" or ")
}

fn named<'a>(root: &'a Node, section: &str) -> impl Iterator<Item = (&'a str, &'a Entry)> {
    let entries = root.get(section).map_or(&[][..], Node::entries);
    entries.iter().filter_map(|entry| Some((entry.key.as_text()?, entry)))
}

fn text<'a>(node: &'a Node, key: &str) -> Option<&'a str> {
    node.get(key)?.as_text()
}
