//! Crossing reduction: orders the cells within layers with barycenter sweeps in both directions, then by swapping
//! neighbors.

use crate::sorting::Sorting;
use std::cmp::Ordering;

use super::hierarchy::Side;
use super::lanes::{LayerGraph, Pair, PortRef};

/// After this number of starts that led to nothing better, no others are tried.
const MAX_IDLE: usize = 3;

/// Orders the layers, and the movable ports, to reduce crossings. Returns the number of crossings left.
pub(super) fn minimize(graph: &mut LayerGraph) -> usize {
    let mut state = State::new(graph);
    let rounds = match graph.cells.len() {
        0..400 => 16,
        400..4000 => 8,
        _ => 4,
    };
    let mut best = (usize::MAX, Vec::new());
    // Sweeps end in a local minimum, so a small graph, whose sweeps are fast, starts from several orders.
    let attempts = match graph.cells.len() {
        0..100 => 12,
        100..400 => 6,
        _ => 2,
    };
    let mut n_idle = 0;
    let start = graph.layers.clone();
    let mut random = Random(1);
    for attempt in 0..attempts {
        match attempt {
            0 => {}
            1 => graph.layers.iter_mut().zip(&start).for_each(|(layer, start)| {
                layer.clone_from(start);
                layer.reverse();
            }),
            _ => graph.layers.iter_mut().for_each(|layer| random.shuffle(layer)),
        }
        state.renumber_all(graph);
        let least = best.0;
        let mut stale = 0;
        for round in 0..rounds {
            let forward = (round + attempt) % 2 == 0;
            state.sweep(graph, forward);
            if round + 2 >= rounds || round % 4 == 3 {
                state.swap_neighbors(graph);
            }
            let crossings = state.crossings(graph);
            if crossings < best.0 {
                best = (crossings, state.snapshot(graph));
                stale = 0;
            } else {
                stale += 1;
            }
            if best.0 == 0 || stale > 5 {
                break;
            }
        }
        n_idle = if best.0 < least { 0 } else { n_idle + 1 };
        if best.0 == 0 || n_idle > MAX_IDLE || graph.cells.len() > 4000 {
            break;
        }
    }
    state.restore(graph, &best.1);
    for _ in 0..3 {
        if !state.swap_neighbors(graph) {
            break;
        }
    }
    state.crossings(graph)
}

/// Numbers that look random and are the same in each run (xorshift64, Marsaglia 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        #[expect(clippy::cast_possible_truncation, reason = "any bits will do")]
        let bits = self.0 as usize;
        bits % count
    }

    /// Fisher-Yates.
    fn shuffle(&mut self, list: &mut [usize]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

struct State {
    /// The pairs of each channel.
    pairs: Vec<Vec<Pair>>,
    /// For each cell, the indices of its pairs in the channel to the left, and in the one to the right.
    west: Vec<Vec<u32>>,
    east: Vec<Vec<u32>>,
    /// Cells connected to the same side of a channel.
    beside: Vec<Vec<usize>>,
    /// The position of each port among those on its side of the layer.
    positions: Vec<Vec<u32>>,
}

/// The order of the layers, and the offsets of all movable ports.
type Snapshot = Vec<(usize, Vec<f64>)>;

impl State {
    fn new(graph: &LayerGraph) -> Self {
        let pairs: Vec<Vec<Pair>> = (0..graph.channels.len()).map(|channel| graph.pairs(channel)).collect();
        let mut west = vec![Vec::new(); graph.cells.len()];
        let mut east = vec![Vec::new(); graph.cells.len()];
        for pairs in &pairs {
            for (number, pair) in (0_u32..).zip(pairs) {
                east[pair.left.0].push(number);
                west[pair.right.0].push(number);
            }
        }
        let mut beside = vec![Vec::new(); graph.cells.len()];
        for segment in graph.channels.iter().flatten() {
            for port_refs in [&segment.left, &segment.right] {
                if let ([first, rest @ ..], true) =
                    (port_refs.as_slice(), segment.left.is_empty() || segment.right.is_empty())
                {
                    for other in rest {
                        beside[first.0].push(other.0);
                        beside[other.0].push(first.0);
                    }
                }
            }
        }
        let positions = graph.cells.iter().map(|cell| vec![0; cell.ports.len()]).collect();
        State { pairs, west, east, beside, positions }
    }

    fn renumber_all(&mut self, graph: &LayerGraph) {
        (0..graph.layers.len()).for_each(|layer| self.renumber(graph, layer));
    }

    fn renumber(&mut self, graph: &LayerGraph, layer: usize) {
        let (mut next_west, mut next_east) = (0, 0);
        let mut order = Vec::new();
        for &cell in &graph.layers[layer] {
            let ports = &graph.cells[cell].ports;
            order.clear();
            order.extend(0..ports.len());
            if ports.len() > 2 {
                order.order_by(|&one, &other| ports[one].y.total_cmp(&ports[other].y));
            }
            for &port in &order {
                let next = match ports[port].side {
                    Side::West => &mut next_west,
                    Side::East => &mut next_east,
                };
                self.positions[cell][port] = *next;
                *next += 1;
            }
        }
    }

    fn position(&self, (cell, port): PortRef) -> u32 {
        self.positions[cell][port]
    }

    fn sweep(&mut self, graph: &mut LayerGraph, forward: bool) {
        let count = graph.layers.len();
        for step in 0..count {
            let layer = if forward { step } else { count - 1 - step };
            self.sort_ports(graph, layer, if forward { Side::West } else { Side::East });
            self.sort_layer(graph, layer, forward);
            self.renumber(graph, layer);
        }
        // The opposite sides of the boxes face layers that the sweep orders later.
        for layer in 0..count {
            self.sort_ports(graph, layer, if forward { Side::East } else { Side::West });
            self.renumber(graph, layer);
        }
    }

    /// The barycenter of a cell: the mean position of its neighbors in the previous layer.
    fn mean(&self, cell: usize, layer: usize, forward: bool) -> Option<f64> {
        let (numbers, channel) = if forward { (&self.west[cell], layer) } else { (&self.east[cell], layer + 1) };
        let pairs = self.pairs.get(channel)?;
        let port_refs = numbers.iter().filter_map(|&number| pairs.get(number as usize));
        let places = port_refs.map(|pair| f64::from(self.position(if forward { pair.left } else { pair.right })));
        mean(places)
    }

    fn sort_layer(&self, graph: &mut LayerGraph, layer: usize, forward: bool) {
        let cells = &graph.layers[layer];
        let mut keys: Vec<Option<f64>> = cells.iter().map(|&cell| self.mean(cell, layer, forward)).collect();
        // A cell that is only connected within its layer goes next to its neighbor.
        for (at, &cell) in cells.iter().enumerate() {
            if keys[at].is_none() && !self.beside[cell].is_empty() {
                let beside = &self.beside[cell];
                let others = cells.iter().zip(&keys).filter(|(other, _)| beside.contains(other));
                keys[at] = mean(others.filter_map(|(_, key)| *key)).map(|key| key + 0.01);
            }
        }
        let mut moving: Vec<(f64, usize)> =
            keys.iter().zip(cells).filter_map(|(key, &cell)| key.map(|key| (key, cell))).collect();
        moving.order_by(|one, other| one.0.total_cmp(&other.0));
        let mut moving = moving.into_iter().map(|(_, cell)| cell);
        let sorted = keys.iter().zip(cells).map(|(key, &cell)| match key {
            Some(_) => moving.next().unwrap_or(cell),
            None => cell,
        });
        graph.layers[layer] = sorted.collect();
    }

    /// Orders the ports on one side of a layer's boxes by the positions of their neighbors.
    fn sort_ports(&self, graph: &mut LayerGraph, layer: usize, side: Side) {
        let LayerGraph { layers, cells, .. } = graph;
        for &cell in &layers[layer] {
            for group in 0..cells[cell].groups.len() {
                let ports = &cells[cell].groups[group];
                let is_side = ports.first().is_some_and(|&port| cells[cell].ports[port].side == side);
                if !is_side || ports.len() < 2 {
                    continue;
                }
                let mut slots: Vec<f64> = ports.iter().map(|&port| cells[cell].ports[port].y).collect();
                slots.order_by(f64::total_cmp);
                let mut keyed: Vec<(Option<f64>, f64, usize)> = ports
                    .iter()
                    .map(|&port| (self.port_mean(cell, port, layer, side), cells[cell].ports[port].y, port))
                    .collect();
                // Unconnected ports go last.
                keyed.order_by(|one, other| match (one.0, other.0) {
                    (Some(a), Some(b)) => a.total_cmp(&b).then(one.1.total_cmp(&other.1)),
                    (Some(_), None) => Ordering::Less,
                    (None, Some(_)) => Ordering::Greater,
                    (None, None) => one.2.cmp(&other.2),
                });
                for ((_, _, port), slot) in keyed.into_iter().zip(slots) {
                    cells[cell].ports[port].y = slot;
                }
            }
        }
    }

    fn port_mean(&self, cell: usize, port: usize, layer: usize, side: Side) -> Option<f64> {
        let is_west = side == Side::West;
        let (numbers, channel) = if is_west { (&self.west[cell], layer) } else { (&self.east[cell], layer + 1) };
        let pairs = self.pairs.get(channel)?;
        let port_refs = numbers.iter().filter_map(|&number| pairs.get(number as usize));
        let other = port_refs.filter_map(|pair| {
            let (own, other) = if is_west { (pair.right, pair.left) } else { (pair.left, pair.right) };
            (own == (cell, port)).then(|| f64::from(self.position(other)))
        });
        mean(other)
    }

    fn crossings(&self, graph: &LayerGraph) -> usize {
        (1..graph.layers.len()).map(|channel| self.crossings_in(channel)).sum()
    }

    fn crossings_in(&self, channel: usize) -> usize {
        let mut places: Vec<(u32, u32)> =
            self.pairs[channel].iter().map(|pair| (self.position(pair.left), self.position(pair.right))).collect();
        places.order();
        let highest = places.iter().map(|place| place.1).max().unwrap_or(0) as usize;
        // A Fenwick tree counts the pairs seen so far that end at or above a position.
        let mut tree = vec![0_usize; highest + 2];
        let mut crossings = 0;
        for (seen, &(_, right)) in places.iter().enumerate() {
            let mut above = 0;
            let mut at = right as usize + 1;
            while at > 0 {
                above += tree[at];
                at &= at - 1;
            }
            crossings += seen - above;
            let mut at = right as usize + 1;
            while at < tree.len() {
                tree[at] += 1;
                at += at & at.wrapping_neg();
            }
        }
        crossings
    }

    /// Swaps neighbors as long as that removes crossings; returns whether it did.
    fn swap_neighbors(&mut self, graph: &mut LayerGraph) -> bool {
        let mut any = false;
        for layer in 0..graph.layers.len() {
            let mut cells = std::mem::take(&mut graph.layers[layer]);
            let west: Vec<Vec<u32>> = cells.iter().map(|&cell| self.reach(cell, layer, true)).collect();
            let east: Vec<Vec<u32>> = cells.iter().map(|&cell| self.reach(cell, layer, false)).collect();
            let mut order: Vec<usize> = (0..cells.len()).collect();
            let mut swapped_here = false;
            for _ in 0..6 {
                let mut swapped = false;
                for at in 1..order.len() {
                    let (upper, lower) = (order[at - 1], order[at]);
                    let now = inversions(&west[upper], &west[lower]) + inversions(&east[upper], &east[lower]);
                    if now == 0 {
                        continue;
                    }
                    let then = inversions(&west[lower], &west[upper]) + inversions(&east[lower], &east[upper]);
                    if then < now {
                        order.swap(at - 1, at);
                        swapped = true;
                    }
                }
                swapped_here |= swapped;
                if !swapped {
                    break;
                }
            }
            cells = order.into_iter().map(|at| cells[at]).collect();
            graph.layers[layer] = cells;
            if swapped_here {
                self.renumber(graph, layer);
                any = true;
            }
        }
        any
    }

    /// The sorted positions of a cell's neighbors on one side.
    fn reach(&self, cell: usize, layer: usize, is_west: bool) -> Vec<u32> {
        let (numbers, channel) = if is_west { (&self.west[cell], layer) } else { (&self.east[cell], layer + 1) };
        let Some(pairs) = self.pairs.get(channel) else { return Vec::new() };
        let port_refs = numbers.iter().filter_map(|&number| pairs.get(number as usize));
        let mut places: Vec<u32> =
            port_refs.map(|pair| self.position(if is_west { pair.left } else { pair.right })).collect();
        places.order();
        places
    }

    fn snapshot(&self, graph: &LayerGraph) -> Snapshot {
        let heights = |cell: usize| match graph.cells[cell].groups.is_empty() {
            true => Vec::new(),
            false => graph.cells[cell].ports.iter().map(|port| port.y).collect(),
        };
        graph.layers.iter().flatten().map(|&cell| (cell, heights(cell))).collect()
    }

    fn restore(&mut self, graph: &mut LayerGraph, snapshot: &Snapshot) {
        let mut rest = snapshot.iter();
        for layer in &mut graph.layers {
            for (place, (cell, heights)) in layer.iter_mut().zip(&mut rest) {
                *place = *cell;
                for (port, height) in graph.cells[*cell].ports.iter_mut().zip(heights) {
                    port.y = *height;
                }
            }
        }
        self.renumber_all(graph);
    }
}

/// The number of pairs of an upper and a lower position that are inverted; both lists are sorted.
fn inversions(upper: &[u32], lower: &[u32]) -> usize {
    let mut below = 0;
    let mut inversions = 0;
    for place in upper {
        while lower.get(below).is_some_and(|other| other < place) {
            below += 1;
        }
        inversions += below;
    }
    inversions
}

pub(super) fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    (count > 0.0).then(|| sum / count)
}
