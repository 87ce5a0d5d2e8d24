//! Prepares a topology for the layout: nesting, ends of edges on their boxes, and each edge divided into sections, one
//! for every frame whose border it crosses.

use petgraph::visit::EdgeRef;
use smol_str::SmolStr;

use crate::sorted_map::SortedMap;
use crate::topology::{Edge, EdgeKind, PortKind, Topology, Vertex};

/// Maximum nesting depth of frames; deeper boxes are placed in the innermost frame.
const MAX_DEPTH: usize = 32;

/// The vertices in topology order, with one more level for the root of the diagram.
pub(super) struct Hierarchy<'a> {
    pub vertices: Vec<&'a Vertex>,
    pub parents: Vec<Option<usize>>,
    pub children: Vec<Vec<usize>>,
    pub roots: Vec<usize>,
    /// All vertices in post-order.
    pub inner_first: Vec<usize>,
    pub links: Vec<Link<'a>>,
    /// The contents of each frame's borders: its own ports first, then crossings of connections.
    pub borders: Vec<Vec<Border>>,
    /// The sections of edges in each frame; the last entry is the root level.
    pub sections: Vec<Vec<Section>>,
}

/// An edge with its ends.
pub(super) struct Link<'a> {
    pub edge: &'a Edge,
    pub source: End,
    pub target: End,
    /// Edges that leave the same port for the same purpose share a net.
    pub net: usize,
    /// Its sections from source to target: the frame, and the index of the section in it.
    pub sections: Vec<(usize, usize)>,
}

/// Where an edge ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct End {
    pub vertex: usize,
    /// The index of the port; `None` for the side of the box.
    pub port: Option<usize>,
    pub facing: Side,
    /// Whether the edge comes from inside the frame.
    pub inside: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Side {
    West,
    East,
}

/// A position on the border of a frame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Border {
    pub side: Side,
    /// The port of the frame; `None` for a crossing.
    pub port: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Section {
    pub link: usize,
    pub from: SectionEnd,
    pub to: SectionEnd,
}

/// An end of a section.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum SectionEnd {
    /// At a box of the level: the index of the port, or of the border position if it is a frame.
    Port(usize, usize),
    /// In the middle of a side of a box of the level.
    Side(usize, Side),
    /// On the border of the level itself.
    Border(usize),
}

impl Side {
    pub fn of(kind: PortKind) -> Self {
        if kind.is_left() { Side::West } else { Side::East }
    }

    pub fn opposite(self) -> Self {
        match self {
            Side::West => Side::East,
            Side::East => Side::West,
        }
    }
}

impl<'a> Hierarchy<'a> {
    pub fn new(topology: &'a Topology) -> Self {
        let vertices: Vec<&Vertex> = topology.graph.node_weights().collect();
        let parents = shallow(parents(&vertices));
        let mut children = vec![Vec::new(); vertices.len()];
        let mut roots = Vec::new();
        for (vertex, parent) in parents.iter().enumerate() {
            match parent {
                Some(parent) => children[*parent].push(vertex),
                None => roots.push(vertex),
            }
        }
        let inner_first = inner_first(&children, &roots);
        let borders = vertices.iter().zip(&children).map(|(vertex, children)| borders(vertex, children)).collect();
        let sections = vec![Vec::new(); vertices.len() + 1];
        let mut hierarchy =
            Hierarchy { vertices, parents, children, roots, inner_first, links: Vec::new(), borders, sections };
        hierarchy.link(topology);
        hierarchy
    }

    /// The index of the root level, which is not a vertex.
    pub fn paper(&self) -> usize {
        self.vertices.len()
    }

    pub fn is_frame(&self, vertex: usize) -> bool {
        self.children.get(vertex).is_some_and(|children| !children.is_empty())
    }

    /// The vertex itself and the frames around it, from inside to outside.
    pub fn around(&self, vertex: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(vertex), |&vertex| self.parents.get(vertex).copied().flatten())
    }

    fn link(&mut self, topology: &'a Topology) {
        let mut nets = SortedMap::new();
        let mut crossings = SortedMap::new();
        for edge in topology.graph.edge_references() {
            let (from, to) = (edge.source().index(), edge.target().index());
            let edge = edge.weight();
            let source = self.end(from, to, edge.kind, edge.source_port.as_ref(), true);
            let target = self.end(to, from, edge.kind, edge.target_port.as_ref(), false);
            let (source, target) = facing_each_other(source, target);
            // Edges diverge from where a value or capability is provided.
            let trunk = if source.facing == Side::East { source } else { target };
            let count = nets.len();
            let net = *nets.entry((trunk, edge.kind)).or_insert(count);
            let mut link = Link { edge, source, target, net, sections: Vec::new() };
            self.cut(&mut link, source, target, &mut crossings);
            self.links.push(link);
        }
    }

    /// The end of an edge on `vertex` whose other end is on `other`.
    fn end(&self, vertex: usize, other: usize, kind: EdgeKind, port: Option<&SmolStr>, is_source: bool) -> LooseEnd {
        use PortKind::{Capability, Input, Output, Requirement};
        let inside = self.is_frame(vertex) && self.around(other).any(|frame| frame == vertex);
        let kinds = match (kind, is_source != inside) {
            (EdgeKind::Mapping, true) => [Output, Capability, Input, Requirement],
            (EdgeKind::Mapping, false) => [Input, Requirement, Output, Capability],
            (_, true) => [Capability, Output, Requirement, Input],
            (_, false) => [Requirement, Input, Capability, Output],
        };
        let ports = &self.vertices[vertex].ports;
        let found = port.and_then(|name| {
            let place = |kind| ports.iter().position(|port| port.kind == kind && port.name == *name);
            kinds.into_iter().find_map(place)
        });
        let side = found.and_then(|port| ports.get(port)).map(|port| Side::of(port.kind));
        // Ports on the border of a frame face inwards when seen from inside.
        let facing = side.map(|side| if inside { side.opposite() } else { side });
        LooseEnd { vertex, port: found, facing, inside, by_default: if is_source { Side::East } else { Side::West } }
    }

    /// Divides a link into its sections.
    fn cut(&mut self, link: &mut Link<'a>, source: End, target: End, crossings: &mut SortedMap<Crossing, usize>) {
        let number = self.links.len();
        let up: Vec<usize> = self.frames_of(source).collect();
        let down: Vec<usize> = self.frames_of(target).collect();
        let paper = self.paper();
        let shared = up.iter().copied().find(|frame| down.contains(frame)).unwrap_or(paper);
        let outgoing = self.climb(source, link.net, shared, crossings);
        let mut incoming = self.climb(target, link.net, shared, crossings);
        let (Some(&(_, from)), Some(&(_, to))) = (outgoing.last(), incoming.last()) else { return };
        incoming.reverse();
        let mut add = |frame: usize, from: SectionEnd, to: SectionEnd| {
            let Some(sections) = self.sections.get_mut(frame) else { return };
            link.sections.push((frame, sections.len()));
            sections.push(Section { link: number, from, to });
        };
        for pair in outgoing.windows(2) {
            if let [(frame, section_end), (_, next)] = pair {
                add(*frame, *section_end, border_of(*next));
            }
        }
        add(shared, from, to);
        for pair in incoming.windows(2) {
            if let [(_, outer), (frame, section_end)] = pair {
                add(*frame, border_of(*outer), *section_end);
            }
        }
    }

    /// The frames around an end, from inside to outside, up to the root level.
    fn frames_of(&self, end: End) -> impl Iterator<Item = usize> {
        let skipped = usize::from(!end.inside);
        self.around(end.vertex).skip(skipped).chain([self.paper()])
    }

    /// The ends of sections in the frames around an end, up to `shared`.
    fn climb(
        &mut self,
        end: End,
        net: usize,
        shared: usize,
        crossings: &mut SortedMap<Crossing, usize>,
    ) -> Vec<(usize, SectionEnd)> {
        let frames: Vec<usize> = self.frames_of(end).collect();
        let mut stops = Vec::new();
        let mut below = end.vertex;
        for (depth, frame) in frames.into_iter().enumerate() {
            let section_end = if depth > 0 {
                let place = self.crossing(below, end.facing, net, crossings);
                SectionEnd::Port(below, place)
            } else if end.inside {
                SectionEnd::Border(match end.port {
                    Some(port) => port,
                    // It crosses the border in the direction of the edge.
                    None => self.crossing(frame, end.facing.opposite(), net, crossings),
                })
            } else {
                match end.port {
                    Some(port) => SectionEnd::Port(end.vertex, port),
                    None => SectionEnd::Side(end.vertex, end.facing),
                }
            };
            stops.push((frame, section_end));
            if frame == shared {
                break;
            }
            below = frame;
        }
        stops
    }

    /// The border position where the edges of a net cross a side of a frame.
    fn crossing(&mut self, frame: usize, side: Side, net: usize, crossings: &mut SortedMap<Crossing, usize>) -> usize {
        let Some(borders) = self.borders.get_mut(frame) else { return 0 };
        *crossings.entry((frame, side, net)).or_insert_with(|| {
            borders.push(Border { side, port: None });
            borders.len() - 1
        })
    }
}

type Crossing = (usize, Side, usize);

/// An end whose facing may be undetermined.
#[derive(Clone, Copy)]
struct LooseEnd {
    vertex: usize,
    port: Option<usize>,
    facing: Option<Side>,
    inside: bool,
    by_default: Side,
}

/// An end without a port faces the other end.
fn facing_each_other(source: LooseEnd, target: LooseEnd) -> (End, End) {
    let end_facing = |end: LooseEnd, other: LooseEnd| End {
        vertex: end.vertex,
        port: end.port,
        facing: end.facing.or(other.facing.map(Side::opposite)).unwrap_or(end.by_default),
        inside: end.inside,
    };
    (end_facing(source, target), end_facing(target, source))
}

/// The end on the border of a frame, as seen from inside.
fn border_of(section_end: SectionEnd) -> SectionEnd {
    match section_end {
        SectionEnd::Port(_, place) => SectionEnd::Border(place),
        SectionEnd::Side(..) | SectionEnd::Border(_) => section_end,
    }
}

/// The parents, without missing ones and without cycles.
fn parents(vertices: &[&Vertex]) -> Vec<Option<usize>> {
    let claimed: Vec<Option<usize>> = vertices
        .iter()
        .map(|vertex| vertex.parent.map(petgraph::graph::NodeIndex::index).filter(|&parent| parent < vertices.len()))
        .collect();
    // 0: unvisited, 1: on the current path, 2: leads to a root.
    let mut states = vec![0_u8; vertices.len()];
    let mut parents = claimed.clone();
    for vertex in 0..vertices.len() {
        let mut way = Vec::new();
        let mut at = vertex;
        while states[at] == 0 {
            states[at] = 1;
            way.push(at);
            match parents[at] {
                Some(parent) if states[parent] == 1 => parents[at] = None,
                Some(parent) => at = parent,
                None => {}
            }
        }
        for seen in way {
            states[seen] = 2;
        }
    }
    parents
}

/// The parents, limited to the maximum depth.
fn shallow(mut parents: Vec<Option<usize>>) -> Vec<Option<usize>> {
    let mut depths: Vec<Option<usize>> = vec![None; parents.len()];
    for vertex in 0..parents.len() {
        // Up to a vertex of known depth, and back down.
        let mut way = vec![vertex];
        while let Some(parent) = way.last().filter(|&&last| depths[last].is_none()).and_then(|&last| parents[last]) {
            way.push(parent);
        }
        for &at in way.iter().rev().filter(|&&at| depths[at].is_none()).collect::<Vec<_>>() {
            let parent = parents[at];
            let depth = parent.and_then(|parent| depths[parent]).map_or(0, |depth| depth + 1);
            if depth > MAX_DEPTH {
                parents[at] = parent.and_then(|parent| parents[parent]);
            }
            depths[at] = Some(depth.min(MAX_DEPTH));
        }
    }
    parents
}

fn inner_first(children: &[Vec<usize>], roots: &[usize]) -> Vec<usize> {
    let mut outer_first: Vec<usize> = roots.to_vec();
    let mut at = 0;
    while let Some(&vertex) = outer_first.get(at) {
        outer_first.extend(&children[vertex]);
        at += 1;
    }
    outer_first.reverse();
    outer_first
}

fn borders(vertex: &Vertex, children: &[usize]) -> Vec<Border> {
    if children.is_empty() {
        return Vec::new();
    }
    let own = |(index, port): (usize, &crate::topology::Port)| Border { side: Side::of(port.kind), port: Some(index) };
    vertex.ports.iter().enumerate().map(own).collect()
}
