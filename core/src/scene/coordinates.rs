//! Coordinate assignment: the vertical position of each cell in its layer. Cells are aligned in blocks, so that
//! connections are straight where possible (Brandes and Köpf), and each block is placed as close to its neighbors in
//! other layers as the order allows.

use super::lanes::{LayerGraph, Pair};
use super::layers::weight;
use crate::sorting::Sorting;

/// Vertical distance between two boxes.
pub(super) const GAP: f64 = 30.0;

/// The top of every cell; none is negative.
pub(super) fn cell_tops(graph: &LayerGraph) -> Vec<f64> {
    let pairs: Vec<Vec<Pair>> = (0..graph.channels.len()).map(|channel| graph.pairs(channel)).collect();
    let alignments = alignments(graph, &pairs);
    let variants: &[(bool, bool)] = match graph.cells.len() {
        0..1500 => &[(true, true), (true, false), (false, true), (false, false)],
        1500..8000 => &[(true, true), (false, false)],
        _ => &[(true, true)],
    };
    let mut best: Option<(f64, Vec<f64>)> = None;
    for &(forward, downward) in variants {
        let blocks = Blocks::new(graph, &pairs, forward, downward);
        let tops = blocks.settle(graph, &alignments);
        let cost = cost(graph, &alignments, &tops);
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, tops));
        }
    }
    let mut tops = best.map(|(_, tops)| tops).unwrap_or_default();
    let least = tops.iter().copied().fold(f64::INFINITY, f64::min);
    tops.iter_mut().for_each(|top| *top = (*top - least).round());
    tops
}

/// The distance between an upper and a lower cell.
pub(super) fn gap(graph: &LayerGraph, upper: usize, lower: usize) -> f64 {
    use super::level::Role::{Left, Right};
    let (upper, lower) = (&graph.cells[upper], &graph.cells[lower]);
    match (upper.is_lane, lower.is_lane) {
        (true, true) => 0.0,
        // The cards of a box with several instances stick out above it.
        (true, false) => 12.0,
        (false, true) => 8.0,
        (false, false) if matches!(upper.role, Left | Right) => 0.0,
        (false, false) => GAP,
    }
}

/// Two connected cells, with the vertical offsets of the ends, and the weight of keeping the connection straight.
struct Alignment {
    left: usize,
    left_y: f64,
    right: usize,
    right_y: f64,
    weight: f64,
}

fn alignments(graph: &LayerGraph, pairs: &[Vec<Pair>]) -> Vec<Alignment> {
    let mut alignments = Vec::new();
    for pair in pairs.iter().flatten() {
        let y = |(cell, port): (usize, usize)| graph.cells[cell].ports[port].y;
        #[expect(clippy::cast_precision_loss, reason = "a weight is a small number")]
        let own = weight(pair.kind) as f64;
        alignments.push(Alignment {
            left: pair.left.0,
            left_y: y(pair.left),
            right: pair.right.0,
            right_y: y(pair.right),
            weight: if pair.is_lane { own * 4.0 } else { own },
        });
    }
    // A connection that turns around within a channel should stay close to its start.
    for segment in graph.channels.iter().flatten() {
        for port_refs in [&segment.left, &segment.right] {
            let turns = segment.left.is_empty() || segment.right.is_empty();
            for two in port_refs.windows(2).filter(|_| turns) {
                if let &[(left, left_port), (right, right_port)] = two {
                    let y = |cell: usize, port: usize| graph.cells[cell].ports[port].y;
                    let (left_y, right_y) = (y(left, left_port), y(right, right_port));
                    alignments.push(Alignment { left, left_y, right, right_y, weight: 1.0 });
                }
            }
        }
    }
    alignments
}

fn cost(graph: &LayerGraph, alignments: &[Alignment], tops: &[f64]) -> f64 {
    let bent = |alignment: &Alignment| {
        let rise = (tops[alignment.left] + alignment.left_y - tops[alignment.right] - alignment.right_y).abs();
        // A small bend looks as bad as a large one.
        if rise < 0.5 { 0.0 } else { alignment.weight * (rise + 30.0) }
    };
    let height = tops.iter().zip(&graph.cells).map(|(top, cell)| top + cell.height).fold(0.0, f64::max);
    let least = tops.iter().copied().fold(f64::INFINITY, f64::min);
    alignments.iter().map(bent).sum::<f64>() + (height - least) * 4.0
}

/// Groups of cells with fixed offsets to each other.
struct Blocks {
    /// The block of each cell, and its offset from the top of the block.
    block: Vec<usize>,
    shift: Vec<f64>,
    count: usize,
}

impl Blocks {
    /// Aligns each cell with the median of its neighbors in the previous (or next) layer.
    fn new(graph: &LayerGraph, pairs: &[Vec<Pair>], forward: bool, downward: bool) -> Self {
        let mut root: Vec<usize> = (0..graph.cells.len()).collect();
        let mut shift = vec![0.0; graph.cells.len()];
        let mut index = vec![0_usize; graph.cells.len()];
        for layer in &graph.layers {
            layer.iter().enumerate().for_each(|(at, &cell)| index[cell] = at);
        }
        let channels: Vec<usize> = match forward {
            true => (1..graph.layers.len()).collect(),
            false => (1..graph.layers.len()).rev().collect(),
        };
        for channel in channels {
            let layer = &graph.layers[if forward { channel } else { channel - 1 }];
            let mut wishes: Vec<Vec<Wish>> = layer.iter().map(|_| Vec::new()).collect();
            let crossed = crossed(graph, &pairs[channel], &index);
            for (pair, crossed) in pairs[channel].iter().zip(crossed) {
                let (own, other) = if forward { (pair.right, pair.left) } else { (pair.left, pair.right) };
                let y = |(cell, port): (usize, usize)| graph.cells[cell].ports[port].y;
                let place = (index[other.0], y(other));
                let strength = if pair.is_lane { i64::MAX } else { weight(pair.kind) };
                if !crossed {
                    wishes[index[own.0]].push(Wish { other: other.0, place, strength, rise: y(other) - y(own) });
                }
            }
            let mut bound: Option<usize> = None;
            let cells: Vec<usize> =
                if downward { (0..layer.len()).collect() } else { (0..layer.len()).rev().collect() };
            for at in cells {
                let cell = layer[at];
                let strongest = wishes[at].iter().map(|wish| wish.strength).max();
                let wishes = &mut wishes[at];
                wishes.retain(|wish| Some(wish.strength) == strongest);
                wishes
                    .order_by(|one, other| one.place.0.cmp(&other.place.0).then(one.place.1.total_cmp(&other.place.1)));
                let middle = wishes.len().saturating_sub(1) / 2;
                let medians = if downward { [middle, wishes.len() / 2] } else { [wishes.len() / 2, middle] };
                for median in medians {
                    let Some(wish) = wishes.get(median) else { continue };
                    let free =
                        bound.is_none_or(|bound| if downward { wish.place.0 > bound } else { wish.place.0 < bound });
                    if free {
                        root[cell] = root[wish.other];
                        shift[cell] = shift[wish.other] + wish.rise;
                        bound = Some(wish.place.0);
                        break;
                    }
                }
            }
        }
        let mut numbers = vec![usize::MAX; graph.cells.len()];
        let mut count = 0;
        for &root in &root {
            if numbers[root] == usize::MAX {
                numbers[root] = count;
                count += 1;
            }
        }
        Blocks { block: root.into_iter().map(|root| numbers[root]).collect(), shift, count }
    }

    /// The tops of all cells after moving each block to where its alignments pull it.
    fn settle(&self, graph: &LayerGraph, alignments: &[Alignment]) -> Vec<f64> {
        let arcs = self.arcs(graph);
        let Some(order) = self.order(&arcs) else {
            // Cannot happen, because alignments do not cross; single cells always have an order.
            return Blocks::single(graph).settle(graph, alignments);
        };
        let mut below: Vec<Vec<(usize, f64)>> = vec![Vec::new(); self.count];
        let mut above: Vec<Vec<(usize, f64)>> = vec![Vec::new(); self.count];
        for &(upper, lower, room) in &arcs {
            below[upper].push((lower, room));
            above[lower].push((upper, room));
        }
        let mut pulls: Vec<Vec<(usize, f64, f64)>> = vec![Vec::new(); self.count];
        for alignment in alignments {
            let (left, right) = (self.block[alignment.left], self.block[alignment.right]);
            if left != right {
                let offset =
                    (self.shift[alignment.left] + alignment.left_y) - (self.shift[alignment.right] + alignment.right_y);
                pulls[right].push((left, offset, alignment.weight));
                pulls[left].push((right, -offset, alignment.weight));
            }
        }
        let mut tops = vec![0.0_f64; self.count];
        for &block in &order {
            let least = above[block].iter().map(|&(upper, room)| tops[upper] + room).fold(f64::NEG_INFINITY, f64::max);
            tops[block] = if least.is_finite() { least } else { 0.0 };
        }
        let rounds = if graph.cells.len() < 4000 { 24 } else { 10 };
        let mut wishes = Vec::new();
        for round in 0..rounds {
            let mut moved = false;
            for at in 0..order.len() {
                let block = order[if round % 2 == 0 { order.len() - 1 - at } else { at }];
                let least =
                    above[block].iter().map(|&(other, room)| tops[other] + room).fold(f64::NEG_INFINITY, f64::max);
                let most = below[block].iter().map(|&(other, room)| tops[other] - room).fold(f64::INFINITY, f64::min);
                wishes.clear();
                wishes.extend(pulls[block].iter().map(|&(other, offset, weight)| (tops[other] + offset, weight)));
                let wish = median(&mut wishes, tops[block]);
                let place = wish.max(least).min(most.max(least));
                if (place - tops[block]).abs() > 0.01 {
                    tops[block] = place;
                    moved = true;
                }
            }
            if !moved {
                break;
            }
        }
        (0..graph.cells.len()).map(|cell| tops[self.block[cell]] + self.shift[cell]).collect()
    }

    fn single(graph: &LayerGraph) -> Self {
        let count = graph.cells.len();
        Blocks { block: (0..count).collect(), shift: vec![0.0; count], count }
    }

    /// The minimum distances between the tops of two blocks.
    fn arcs(&self, graph: &LayerGraph) -> Vec<(usize, usize, f64)> {
        let mut arcs = Vec::new();
        for layer in &graph.layers {
            for pair in layer.windows(2) {
                if let &[upper, lower] = pair {
                    let room =
                        self.shift[upper] + graph.cells[upper].height + gap(graph, upper, lower) - self.shift[lower];
                    arcs.push((self.block[upper], self.block[lower], room));
                }
            }
        }
        arcs
    }

    /// The blocks in topological order, from top to bottom; `None` if there is a cycle.
    fn order(&self, arcs: &[(usize, usize, f64)]) -> Option<Vec<usize>> {
        let mut waits = vec![0_usize; self.count];
        let mut below = vec![Vec::new(); self.count];
        for &(upper, lower, _) in arcs {
            below[upper].push(lower);
            waits[lower] += 1;
        }
        let mut order: Vec<usize> = (0..self.count).filter(|&block| waits[block] == 0).collect();
        let mut at = 0;
        while let Some(&block) = order.get(at) {
            for &lower in &below[block] {
                waits[lower] -= 1;
                if waits[lower] == 0 {
                    order.push(lower);
                }
            }
            at += 1;
        }
        (order.len() == self.count).then_some(order)
    }
}

/// A candidate for alignment.
struct Wish {
    other: usize,
    place: (usize, f64),
    strength: i64,
    rise: f64,
}

/// Which pairs of a channel cross a lane-to-lane connection, which takes precedence.
fn crossed(graph: &LayerGraph, pairs: &[Pair], index: &[usize]) -> Vec<bool> {
    let place = |(cell, _): (usize, usize)| index[cell];
    let mut lanes: Vec<(usize, usize)> =
        pairs.iter().filter(|pair| pair.is_lane).map(|pair| (place(pair.left), place(pair.right))).collect();
    if lanes.is_empty() || graph.cells.is_empty() {
        return vec![false; pairs.len()];
    }
    lanes.order();
    // The lowest right end of the lanes above a position, and the highest of those from that position on.
    let mut lowest = Vec::with_capacity(lanes.len() + 1);
    lowest.push(0);
    for lane in &lanes {
        lowest.push(lowest.last().copied().unwrap_or(0).max(lane.1 + 1));
    }
    let mut highest = vec![usize::MAX; lanes.len() + 1];
    for (at, lane) in lanes.iter().enumerate().rev() {
        highest[at] = highest[at + 1].min(lane.1);
    }
    let is_crossed = |pair: &Pair| {
        let (left, right) = (place(pair.left), place(pair.right));
        let above = lanes.partition_point(|lane| lane.0 < left);
        let below = lanes.partition_point(|lane| lane.0 <= left);
        !pair.is_lane && (lowest[above] > right + 1 || highest[below] < right)
    };
    pairs.iter().map(is_crossed).collect()
}

/// The weighted median; among equally good values the one closest to `now`.
fn median(wishes: &mut [(f64, f64)], now: f64) -> f64 {
    wishes.order_by(|one, other| one.0.total_cmp(&other.0));
    let half = wishes.iter().map(|wish| wish.1).sum::<f64>() / 2.0;
    let mut sum = 0.0;
    let mut least = None;
    for &mut (place, weight) in wishes {
        sum += weight;
        if sum >= half - 1e-9 && least.is_none() {
            least = Some(place);
        }
        if sum > half + 1e-9 {
            return now.clamp(least.unwrap_or(place), place);
        }
    }
    least.unwrap_or(now)
}
