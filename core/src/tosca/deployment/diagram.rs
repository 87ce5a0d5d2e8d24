//! The diagram of a deployment: a box for each node, with inner nodes in the frame of the node that they replace.

use std::collections::HashMap;

use petgraph::graph::NodeIndex;

use crate::preview::frame::{Diagram, Frame};
use crate::syntax::NodePath;
use crate::text::Span;
use crate::topology::{Edge, EdgeKind, Vertex, VertexKind};
use crate::tosca::deployment::{Deployment, Provision};

/// Maximum number of boxes. More boxes would only show that there are many.
const MAX_BOXES: usize = 400;

pub fn diagram(deployment: &Deployment) -> Diagram {
    let mut diagram = Diagram::default();
    let mut by_name: HashMap<&str, NodeIndex> = HashMap::new();
    for at in 0..deployment.n_items() {
        let Some(item) = deployment.item(at) else { continue };
        let parent = item.parent.map(|parent| by_name.get(parent).copied());
        if diagram.topology.graph.node_count() >= MAX_BOXES || parent == Some(None) {
            diagram.n_left_out += 1;
            continue;
        }
        let kind = match deployment.nodes.get(at) {
            Some(node) if node.provision == Provision::Substituted => VertexKind::Group,
            Some(_) => VertexKind::NodeTemplate,
            None => VertexKind::Unknown,
        };
        let path = NodePath::root().key(item.name);
        let label = item.name.rsplit('/').next().unwrap_or(item.name);
        let mut vertex = Vertex::new(kind, path.clone(), Span::at(0), label);
        vertex.detail = item.type_name.to_owned();
        vertex.parent = parent.flatten();
        diagram.items.insert(path, at);
        by_name.insert(item.name, diagram.topology.graph.add_node(vertex));
    }
    for relationship in &deployment.relationships {
        let end = |name: &str| by_name.get(name).copied();
        let (Some(source), Some(target)) = (end(&relationship.source), end(&relationship.target)) else { continue };
        let path = NodePath::root().key(&relationship.source).key(&relationship.name);
        let label = relationship.name.rsplit('.').next().unwrap_or_default();
        diagram.topology.graph.add_edge(source, target, Edge::new(EdgeKind::Relationship, path, Span::at(0), label));
    }
    diagram
}
