//! The layered graph: boxes in layers, and lanes (chains of dummy nodes) where connections pass a layer between the
//! boxes. Between two layers, and before the first and after the last, there is a channel in which connections change
//! their height.

use super::hierarchy::Side;
use super::level::{LevelInput, Role};
use crate::sorted_map::SortedMap;
use crate::sorting::{Sorting, gather};
use crate::topology::EdgeKind;

/// The height of a lane.
pub(super) const LANE: f64 = 10.0;

/// From this number on, parallel connections that pass a layer share a lane.
const BUNDLE: usize = 6;

pub(super) struct LayerGraph {
    /// The items of the problem with their own indices, then the lanes.
    pub cells: Vec<Cell>,
    /// From top to bottom.
    pub layers: Vec<Vec<usize>>,
    /// Channel `n` is to the left of layer `n`.
    pub channels: Vec<Vec<Segment>>,
    /// The bundle of each edge of the problem.
    pub bundles: Vec<usize>,
    /// The lanes of each bundle: the layer of the first, and their cells.
    pub lanes: Vec<(usize, Vec<usize>)>,
}

pub(super) struct Cell {
    pub is_lane: bool,
    pub role: Role,
    pub layer: usize,
    pub height: f64,
    pub ports: Vec<CellPort>,
    /// Ports that may be reordered among each other.
    pub groups: Vec<Vec<usize>>,
}

#[derive(Clone, Copy)]
pub(super) struct CellPort {
    pub side: Side,
    /// Offset from the top of the cell.
    pub y: f64,
}

/// A port of a cell: the indices of both.
pub(super) type PortRef = (usize, usize);

/// The part of a bundle in one channel.
pub(super) struct Segment {
    pub bundle: usize,
    pub kind: EdgeKind,
    /// Its ends on the left border of the channel, and on the right.
    pub left: Vec<PortRef>,
    pub right: Vec<PortRef>,
}

impl LayerGraph {
    /// Builds the graph of a problem whose items are in these layers.
    pub fn new(problem: &LevelInput, layers: &[usize]) -> Self {
        let first = layers.iter().copied().min().unwrap_or(0);
        let layers: Vec<usize> = layers.iter().map(|layer| layer - first).collect();
        let count = layers.iter().copied().max().map_or(0, |last| last + 1);
        let cell = |(item, &layer): (&super::level::Item, &usize)| Cell {
            is_lane: false,
            role: item.role,
            layer,
            height: item.height,
            ports: item.ports.clone(),
            groups: item.groups.clone(),
        };
        let mut graph = LayerGraph {
            cells: problem.items.iter().zip(&layers).map(cell).collect(),
            layers: vec![Vec::new(); count],
            channels: (0..=count).map(|_| Vec::new()).collect(),
            bundles: Vec::new(),
            lanes: Vec::new(),
        };
        for (item, &layer) in layers.iter().enumerate() {
            graph.layers[layer].push(item);
        }
        graph.bundles = graph.bundled(problem);
        graph.lay(problem);
        graph
    }

    /// The channel that a port opens into.
    pub fn channel(&self, (cell, port): PortRef) -> usize {
        let cell = &self.cells[cell];
        cell.layer + usize::from(cell.ports[port].side == Side::East)
    }

    /// The bundle of each edge: one per net, or one for several nets that run in parallel over a long distance.
    fn bundled(&self, problem: &LevelInput) -> Vec<usize> {
        let mut nets: SortedMap<usize, Net> = SortedMap::new();
        for level_edge in &problem.level_edges {
            let net = nets.entry(level_edge.net).or_insert_with(|| Net {
                kind: level_edge.kind,
                ends: Vec::new(),
                is_long: false,
            });
            let end = |(item, _): PortRef| if problem.items[item].role == Role::Left { usize::MAX } else { item };
            net.ends.push((end(level_edge.from), end(level_edge.to)));
            net.is_long |= self.channel(level_edge.from) != self.channel(level_edge.to);
        }
        let mut bundles: SortedMap<Vec<(usize, usize)>, Vec<usize>> = SortedMap::new();
        for (number, net) in &mut nets {
            if net.kind == EdgeKind::Mapping && net.is_long {
                net.ends.order();
                net.ends.dedup();
                bundles.entry(net.ends.clone()).or_default().push(*number);
            }
        }
        let mut bundle_of: SortedMap<usize, usize> = gather(nets.keys().map(|&net| (net, net)));
        for members in bundles.into_values().filter(|members| members.len() >= BUNDLE) {
            let Some(&first) = members.first() else { continue };
            bundle_of.extend(members.into_iter().map(|member| (member, first)));
        }
        let mut numbers = SortedMap::new();
        let mut number = |level_edge: &super::level::LevelEdge| {
            let bundle = bundle_of.get(&level_edge.net).copied().unwrap_or(level_edge.net);
            let count = numbers.len();
            *numbers.entry(bundle).or_insert(count)
        };
        problem.level_edges.iter().map(&mut number).collect()
    }

    /// Creates the lanes and segments of every bundle.
    fn lay(&mut self, problem: &LevelInput) {
        let count = self.bundles.iter().copied().max().map_or(0, |last| last + 1);
        let mut members = vec![Vec::new(); count];
        for (level_edge, &bundle) in problem.level_edges.iter().zip(&self.bundles) {
            members[bundle].push(level_edge);
        }
        for (bundle, level_edges) in members.into_iter().enumerate() {
            let Some(kind) = level_edges.first().map(|level_edge| level_edge.kind) else { continue };
            let mut port_refs: Vec<PortRef> =
                level_edges.iter().flat_map(|level_edge| [level_edge.from, level_edge.to]).collect();
            port_refs.order();
            port_refs.dedup();
            let channels = port_refs.iter().map(|&port_ref| self.channel(port_ref));
            let first = channels.clone().min().unwrap_or(0);
            let last = channels.max().unwrap_or(0);
            let lanes: Vec<usize> = (first..last).map(|layer| self.lane(layer)).collect();
            for channel in first..=last {
                let mut segment = Segment { bundle, kind, left: Vec::new(), right: Vec::new() };
                if channel > first {
                    segment.left.push((lanes[channel - first - 1], 1));
                }
                if channel < last {
                    segment.right.push((lanes[channel - first], 0));
                }
                for &port_ref in port_refs.iter().filter(|&&port_ref| self.channel(port_ref) == channel) {
                    let (cell, port) = port_ref;
                    match self.cells[cell].ports[port].side {
                        Side::East => segment.left.push(port_ref),
                        Side::West => segment.right.push(port_ref),
                    }
                }
                self.channels[channel].push(segment);
            }
            self.lanes.push((first, lanes));
        }
    }

    fn lane(&mut self, layer: usize) -> usize {
        let port = |side: Side| CellPort { side, y: LANE / 2.0 };
        self.cells.push(Cell {
            is_lane: true,
            role: Role::Inner,
            layer,
            height: LANE,
            ports: vec![port(Side::West), port(Side::East)],
            groups: Vec::new(),
        });
        self.layers[layer].push(self.cells.len() - 1);
        self.cells.len() - 1
    }

    /// The pairs of ports that a channel connects, from left to right.
    pub fn pairs(&self, channel: usize) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for segment in &self.channels[channel] {
            let many =
                segment.left.len() > 1 && segment.right.len() > 1 && segment.left.len() * segment.right.len() > 12;
            for (at, &left) in segment.left.iter().enumerate() {
                for (to, &right) in segment.right.iter().enumerate() {
                    // In a large bundle, the first end on each side (its lane if it has one) represents the others.
                    if !many || at == 0 || to == 0 {
                        let is_lane = self.cells[left.0].is_lane && self.cells[right.0].is_lane;
                        pairs.push(Pair { left, right, kind: segment.kind, is_lane });
                    }
                }
            }
        }
        pairs
    }
}

struct Net {
    kind: EdgeKind,
    ends: Vec<(usize, usize)>,
    is_long: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Pair {
    pub left: PortRef,
    pub right: PortRef,
    pub kind: EdgeKind,
    /// Whether it connects two lanes.
    pub is_lane: bool,
}
