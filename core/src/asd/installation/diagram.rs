//! The diagram of an installation: the deployment items in their stages, and the connection points with the items that
//! receive their addresses and networks.

use petgraph::graph::NodeIndex;

use crate::asd::installation::{Installation, POINT};
use crate::preview::frame::{Diagram, Frame};
use crate::sorted_map::SortedMap;
use crate::syntax::NodePath;
use crate::text::Span;
use crate::topology::{Badge, Edge, EdgeKind, Vertex, VertexKind};

/// Maximum number of boxes. More boxes would only show that there are many.
const MAX_BOXES: usize = 400;
/// Stages with more pairs of items than this are connected only from the first item of the earlier stage.
const MAX_PAIRS: usize = 100;

pub fn diagram(installation: &Installation) -> Diagram {
    let mut diagram = Diagram::default();
    let mut by_name: SortedMap<&str, NodeIndex> = SortedMap::new();
    for at in 0..installation.n_items() {
        let Some(item) = installation.item(at) else { continue };
        if diagram.topology.graph.node_count() >= MAX_BOXES {
            diagram.n_left_out += 1;
            continue;
        }
        let is_point = item.kind == POINT;
        let kind = if is_point { VertexKind::Unknown } else { VertexKind::DeploymentItem };
        let path = NodePath::root().key(item.name);
        let mut vertex = Vertex::new(kind, path.clone(), Span::at(0), item.name);
        vertex.detail = item.type_name.to_owned();
        vertex.badge =
            installation.items.get(at).and_then(|own| own.order).map(|order| Badge::Stage(order.to_string()));
        diagram.items.insert(path, at);
        by_name.insert(item.name, diagram.topology.graph.add_node(vertex));
    }
    let box_of = |number: usize| {
        let item = installation.items.get(number)?;
        Some((item.name.as_str(), by_name.get(item.name.as_str()).copied()?))
    };
    for pair in installation.stages.stages.windows(2) {
        let [before, after] = pair else { continue };
        let is_many = before.items.len() * after.items.len() > MAX_PAIRS;
        let earlier = before.items.iter().take(if is_many { 1 } else { before.items.len() });
        for (source, (name, target)) in
            earlier.flat_map(|one| after.items.iter().filter_map(move |other| Some((box_of(*one)?.1, box_of(*other)?))))
        {
            let path = NodePath::root().key(name).key("stage");
            diagram.topology.graph.add_edge(
                source,
                target,
                Edge::new(EdgeKind::Dependency, path, Span::at(0), "before"),
            );
        }
    }
    for link in &installation.links {
        let ends = by_name.get(link.source.as_str()).copied().zip(by_name.get(link.target.as_str()).copied());
        let Some((source, target)) = ends else { continue };
        let path = NodePath::root().key(&link.source).key(&link.name);
        diagram.topology.graph.add_edge(source, target, Edge::new(EdgeKind::Mapping, path, Span::at(0), &link.name));
    }
    diagram
}
