//! The part of a diagram around some of its boxes: the boxes that are at most some connections away.

use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;
use petgraph::{Direction, Graph};
use smol_str::SmolStr;

use super::{Topology, VertexKind};
use crate::sorted_map::SortedSet;
use crate::syntax::NodePath;

/// The direction in which connections are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Flow {
    #[default]
    Both,
    /// From the end of a connection to its start: to the boxes that provide something.
    Upstream,
    /// From the start of a connection to its end: to the boxes that use something.
    Downstream,
}

/// The boxes to show, and how far around them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Neighborhood {
    /// The paths of boxes, connections, ports of the boundary and policies. A connection or a port represents the boxes
    /// that it connects, and a policy the boxes that it applies to.
    pub subjects: Vec<NodePath>,
    /// The number of connections to follow; `None` for any number.
    pub depth: Option<usize>,
    pub flow: Flow,
}

/// A part of a topology.
#[derive(Clone, Debug)]
pub struct Part {
    /// The boxes of the part with the frames around them, and all connections between these. The boundary has only the
    /// ports of these connections.
    pub topology: Topology,
    /// The labels of the subjects.
    pub subjects: Vec<String>,
    /// The number of boxes that are neighbors, without the contents of subjects and the frames around all of them.
    pub n_neighbors: usize,
    /// The number of boxes that are only in the part because they are new.
    pub n_new: usize,
    /// The number of boxes in the whole topology.
    pub n_boxes: usize,
}

impl Topology {
    /// The part of the topology around some boxes, with the boxes that `is_new`. If none of the subjects exists, such as
    /// after a box was renamed, the new boxes take their place; `None` if there are none either.
    ///
    /// The contents of a frame are as near as the frame. Connections to the boundary lead to no other boxes.
    pub fn around(&self, around: &Neighborhood, is_new: impl Fn(&NodePath) -> bool) -> Option<Part> {
        let graph = &self.graph;
        let is_box = |&index: &NodeIndex| !graph[index].kind.is_background();
        let new: Vec<NodeIndex> =
            graph.node_indices().filter(is_box).filter(|&index| is_new(&graph[index].path)).collect();
        let mut subjects: SortedSet<NodeIndex> = SortedSet::new();
        subjects.extend(around.subjects.iter().flat_map(|path| self.boxes_of(path)));
        if subjects.is_empty() {
            subjects.extend(new.iter().copied());
        }
        if subjects.is_empty() {
            return None;
        }
        let mut inside = vec![Vec::new(); graph.node_count()];
        for index in graph.node_indices() {
            if let Some(parent) = graph[index].parent {
                inside[parent.index()].push(index);
            }
        }
        let mut kept = vec![false; graph.node_count()];
        let mut keep = |mut open: Vec<NodeIndex>| {
            let mut level = Vec::new();
            while let Some(index) = open.pop() {
                if !std::mem::replace(&mut kept[index.index()], true) {
                    level.push(index);
                    open.extend(&inside[index.index()]);
                }
            }
            level
        };
        let mut level = keep(subjects.iter().copied().collect());
        let (mut n_neighbors, mut left) = (0, around.depth);
        while !level.is_empty() && left != Some(0) {
            let ways = match around.flow {
                Flow::Both => &[Direction::Incoming, Direction::Outgoing][..],
                Flow::Upstream => &[Direction::Incoming],
                Flow::Downstream => &[Direction::Outgoing],
            };
            let next = level.iter().flat_map(|&index| ways.iter().map(move |&way| (index, way)));
            let next = next.flat_map(|(index, way)| graph.neighbors_directed(index, way)).filter(is_box).collect();
            level = keep(next);
            n_neighbors += level.len();
            left = left.map(|left| left - 1);
        }
        let n_new = keep(new).len();
        Some(Part {
            topology: self.with_only(kept),
            subjects: subjects.iter().map(|&index| graph[index].label.clone()).collect(),
            n_neighbors,
            n_new,
            n_boxes: graph.node_indices().filter(is_box).count(),
        })
    }

    /// The boxes that a path represents.
    fn boxes_of(&self, path: &NodePath) -> Vec<NodeIndex> {
        let graph = &self.graph;
        let is_box = |index: &NodeIndex| !graph[*index].kind.is_background();
        if let Some(index) = self.vertex(path).filter(is_box) {
            return vec![index];
        }
        let boundary = graph.node_indices().find(|&index| graph[index].kind == VertexKind::Boundary);
        let port =
            boundary.and_then(|boundary| graph[boundary].ports.iter().find(|port| port.path.as_ref() == Some(path)));
        let is_joined = |end: NodeIndex, name: &Option<_>| {
            Some(end) == boundary && port.is_some_and(|port| name.as_ref() == Some(&port.name))
        };
        let edges = graph.edge_references().filter(|edge| {
            edge.weight().path == *path
                || is_joined(edge.source(), &edge.weight().source_port)
                || is_joined(edge.target(), &edge.weight().target_port)
        });
        let ends = edges.flat_map(|edge| [edge.source(), edge.target()]);
        let marked = graph.node_indices().filter(|&index| graph[index].marks.iter().any(|mark| mark.path == *path));
        ends.chain(marked).filter(is_box).collect()
    }

    /// The boxes that are `kept`, the frames around them, and the connections between these.
    fn with_only(&self, mut kept: Vec<bool>) -> Topology {
        let graph = &self.graph;
        for index in graph.node_indices().filter(|index| kept[index.index()]).collect::<Vec<_>>() {
            let mut frame = graph[index].parent;
            while let Some(around) = frame.filter(|around| !kept[around.index()]) {
                kept[around.index()] = true;
                frame = graph[around].parent;
            }
        }
        let is_kept = |index: NodeIndex| kept[index.index()];
        let mut numbers = vec![NodeIndex::end(); graph.node_count()];
        for (number, index) in graph.node_indices().filter(|&index| is_kept(index)).enumerate() {
            numbers[index.index()] = NodeIndex::new(number);
        }
        let edges = || graph.edge_references().filter(|edge| is_kept(edge.source()) && is_kept(edge.target()));
        let mut part = Graph::new();
        for index in graph.node_indices().filter(|&index| is_kept(index)) {
            let mut vertex = graph[index].clone();
            vertex.parent = vertex.parent.map(|parent| numbers[parent.index()]);
            if vertex.kind == VertexKind::Boundary {
                let mut joined: SortedSet<&SmolStr> = SortedSet::new();
                for edge in edges() {
                    let (from, to) = (edge.source() == index, edge.target() == index);
                    joined.extend(edge.weight().source_port.iter().filter(|_| from));
                    joined.extend(edge.weight().target_port.iter().filter(|_| to));
                }
                vertex.ports.retain(|port| joined.contains(&port.name));
            }
            part.add_node(vertex);
        }
        for edge in edges() {
            part.add_edge(numbers[edge.source().index()], numbers[edge.target().index()], edge.weight().clone());
        }
        Topology { title: self.title.clone(), graph: part }
    }
}
