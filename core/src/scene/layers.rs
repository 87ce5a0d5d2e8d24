//! Layer assignment: connections lead from left to right where possible, layers are limited in height, and connected
//! boxes are close to each other.

use super::hierarchy::Side;
use super::level::{LevelInput, Role};
use super::shape;
use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::gather;
use crate::topology::EdgeKind;

/// The weight of keeping a connection of this kind short, straight and directed to the right.
pub(super) fn weight(kind: EdgeKind) -> i64 {
    match kind {
        EdgeKind::Relationship | EdgeKind::Success | EdgeKind::Derivation => 8,
        EdgeKind::Dependency | EdgeKind::Failure | EdgeKind::Offer => 4,
        EdgeKind::Mapping | EdgeKind::Demand => 2,
    }
}

/// Orders the items with a light feedback arc set (Eades, Lin and Smyth).
pub(super) fn linear_order(count: usize, arcs: &[(usize, usize, i64)]) -> Vec<usize> {
    let mut out = vec![Vec::new(); count];
    let mut into = vec![Vec::new(); count];
    let mut balance = vec![(0_i64, 0_i64); count];
    for &(from, to, weight) in arcs.iter().filter(|(from, to, _)| from != to) {
        out[from].push((to, weight));
        into[to].push((from, weight));
        balance[from].0 += weight;
        balance[to].1 += weight;
    }
    // Sinks go to the end, sources to the front; otherwise the item with the largest difference of outgoing and
    // incoming weight goes to the front.
    let class = |(gives, takes): (i64, i64), item: usize| match (gives, takes) {
        (0, _) => (0, 0, usize::MAX - item),
        (_, 0) => (1, 0, item),
        _ => (2, takes - gives, item),
    };
    let mut left: SortedSet<(u8, i64, usize)> = gather((0..count).map(|item| class(balance[item], item)));
    let mut taken = vec![false; count];
    let (mut front, mut back) = (Vec::new(), Vec::new());
    while let Some((kind, _, coded)) = left.pop_first() {
        let item = if kind == 0 { usize::MAX - coded } else { coded };
        taken[item] = true;
        if kind == 0 {
            back.push(item)
        } else {
            front.push(item)
        }
        let mut lessen = |other: usize, gives: i64, takes: i64| {
            if taken[other] {
                return;
            }
            left.remove(&class(balance[other], other));
            balance[other].0 -= gives;
            balance[other].1 -= takes;
            left.insert(class(balance[other], other));
        };
        out[item].iter().for_each(|&(to, weight)| lessen(to, 0, weight));
        into[item].iter().for_each(|&(from, weight)| lessen(from, weight, 0));
    }
    front.extend(back.into_iter().rev());
    front
}

/// The layer of every item. Items on the left border are alone in layer 0, those on the right border alone in the last.
pub(super) fn layers(problem: &LevelInput) -> Vec<usize> {
    let count = problem.items.len();
    let arcs = arcs(problem);
    let inner = |item: usize| matches!(problem.items[item].role, Role::Inner | Role::First);
    let binding: Vec<(usize, usize, i64)> = arcs
        .iter()
        .filter(|((from, to), _)| inner(*from) && problem.items[*to].role == Role::Inner)
        .map(|((from, to), weight)| (*from, *to, *weight))
        .collect();
    let order = linear_order(count, &binding);
    let mut place = vec![0; count];
    order.iter().enumerate().for_each(|(index, &item)| place[item] = index);

    let mut after = vec![Vec::new(); count];
    let mut before = vec![Vec::new(); count];
    for &(from, to, _) in &binding {
        let (from, to) = if place[from] < place[to] { (from, to) } else { (to, from) };
        // Nothing may precede a reference.
        if problem.items[to].role == Role::Inner {
            after[from].push(to);
            before[to].push(from);
        }
    }
    let limit = height_limit(problem);
    let mut layers = schedule(problem, &order, &after, &before, limit);
    tighten(problem, &arcs, &order, (&after, &before), limit, &mut layers);
    let last = layers.iter().copied().max().unwrap_or(0) + 1;
    for (item, layer) in layers.iter_mut().enumerate() {
        match problem.items[item].role {
            Role::Left => *layer = 0,
            Role::Right => *layer = last,
            Role::First | Role::Inner => {}
        }
    }
    layers
}

/// All connections between two items as one arc, from the side that faces right.
fn arcs(problem: &LevelInput) -> SortedMap<(usize, usize), i64> {
    let mut arcs = SortedMap::new();
    for level_edge in &problem.level_edges {
        let ends = [level_edge.from, level_edge.to].map(|(item, port)| (item, problem.items[item].ports[port].side));
        let (from, to) = match ends {
            [(from, Side::East), (to, Side::West)] | [(to, Side::West), (from, Side::East)] => (from, to),
            // Connections between two left or two right sides have no direction of their own.
            [(from, _), (to, _)] => (from, to),
        };
        if from != to {
            *arcs.entry((from, to)).or_insert(0) += weight(level_edge.kind);
        }
    }
    arcs
}

/// The maximum height of a layer for a diagram with about the proportions of a screen.
fn height_limit(problem: &LevelInput) -> f64 {
    let inner = problem.items.iter().filter(|item| matches!(item.role, Role::Inner | Role::First));
    let (mut total, mut widths, mut highest, mut count) = (0.0, 0.0, 0.0_f64, 0.0);
    for item in inner {
        total += item.height + super::coordinates::GAP;
        widths += item.width + 110.0;
        highest = highest.max(item.height);
        count += 1.0;
    }
    if count == 0.0 {
        return f64::INFINITY;
    }
    let ideal = (total * (widths / count) / 1.6_f64).sqrt();
    (ideal * 1.5).max(highest).max(7.0 * (shape::HEADER + 60.0))
}

/// Fills one layer after another with the items that are ready, those on the longest paths first (list scheduling).
fn schedule(
    problem: &LevelInput,
    order: &[usize],
    after: &[Vec<usize>],
    before: &[Vec<usize>],
    limit: f64,
) -> Vec<usize> {
    let mut urgency = vec![0_usize; order.len()];
    for &item in order.iter().rev() {
        urgency[item] = after[item].iter().map(|&next| urgency[next] + 1).max().unwrap_or(0);
    }
    let mut waits: Vec<usize> = before.iter().map(Vec::len).collect();
    let mut layers = vec![0; order.len()];
    let inner = |&item: &usize| matches!(problem.items[item].role, Role::Inner | Role::First);
    let key = |item: usize| (problem.items[item].role != Role::First, usize::MAX - urgency[item], item);
    let mut ready: SortedSet<_> = gather((0..order.len()).filter(inner).filter(|&item| waits[item] == 0).map(key));
    let mut layer = 1;
    while !ready.is_empty() {
        let mut height = 0.0;
        let mut taken = Vec::new();
        for &entry in &ready {
            let (_, _, item) = entry;
            let own = problem.items[item].height + super::coordinates::GAP;
            let is_first = problem.items[item].role == Role::First;
            if taken.is_empty() || is_first || height + own <= limit {
                height += own;
                taken.push(entry);
            } else {
                break;
            }
        }
        for entry in taken {
            ready.remove(&entry);
            let (_, _, item) = entry;
            layers[item] = layer;
            for &next in &after[item] {
                waits[next] -= 1;
                if waits[next] == 0 {
                    ready.insert(key(next));
                }
            }
        }
        layer += 1;
    }
    layers
}

/// Moves items within their slack to shorten connections.
fn tighten(
    problem: &LevelInput,
    arcs: &SortedMap<(usize, usize), i64>,
    order: &[usize],
    (after, before): (&[Vec<usize>], &[Vec<usize>]),
    limit: f64,
    layers: &mut [usize],
) {
    let inner = |item: usize| matches!(problem.items[item].role, Role::Inner | Role::First);
    let own = |item: usize| problem.items[item].height + super::coordinates::GAP;
    let mut pulls = vec![Vec::new(); layers.len()];
    for (&(from, to), &weight) in arcs {
        if inner(from) && inner(to) {
            pulls[from].push((to, weight));
            pulls[to].push((from, weight));
        }
    }
    let last = (0..layers.len()).map(|item| layers[item]).max().unwrap_or(1);
    let mut heights = vec![0.0; last + 1];
    (0..layers.len()).filter(|&item| inner(item)).for_each(|item| heights[layers[item]] += own(item));
    for round in 0..4 {
        let mut moved = false;
        let sweep: Vec<usize> = if round % 2 == 0 { order.iter().rev().copied().collect() } else { order.to_vec() };
        for item in sweep.into_iter().filter(|&item| problem.items[item].role == Role::Inner) {
            let earliest = before[item].iter().map(|&other| layers[other] + 1).max().unwrap_or(1);
            let latest = after[item].iter().map(|&other| layers[other].saturating_sub(1)).min().unwrap_or(last);
            let cost = |layer: usize| {
                let length = |&(other, weight): &(usize, i64)| {
                    // A connection within one layer has to turn around, which costs as much as two layers.
                    let apart = layer.abs_diff(layers[other]);
                    weight * if apart == 0 { 2 } else { i64::try_from(apart).unwrap_or(i64::MAX) }
                };
                pulls[item].iter().map(length).sum::<i64>()
            };
            let fits = |layer: usize| layer == layers[item] || heights[layer] + own(item) <= limit;
            let best = (earliest..=latest).filter(|&layer| fits(layer)).min_by_key(|&layer| (cost(layer), layer));
            if let Some(best) = best.filter(|&best| cost(best) < cost(layers[item])) {
                heights[layers[item]] -= own(item);
                heights[best] += own(item);
                layers[item] = best;
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
}
