//! Finds cycles in a graph: one per strongly connected component, the shortest through its first edge.

use crate::sorted_map::SortedMap;
use crate::sorting::Sorting;
use std::collections::VecDeque;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, EdgeIndex, NodeIndex};
use petgraph::visit::EdgeRef;

/// One cycle for each strongly connected component, as edges in order. It starts with the edge of the lowest `rank`;
/// components without a ranked edge are skipped. Kosaraju's algorithm needs no recursion, so a long chain does not overflow
/// the stack.
pub fn cycles<N, E, R: Ord>(graph: &DiGraph<N, E>, rank: impl Fn(&E) -> Option<R>) -> Vec<Vec<EdgeIndex>> {
    let mut component = vec![0; graph.node_count()];
    for (number, nodes) in kosaraju_scc(graph).into_iter().enumerate() {
        for node in nodes {
            component[node.index()] = number;
        }
    }
    let mut first: SortedMap<usize, (R, EdgeIndex)> = SortedMap::new();
    for edge in graph.edge_references() {
        let (from, to) = (component[edge.source().index()], component[edge.target().index()]);
        let Some(rank) = rank(edge.weight()).filter(|_| from == to) else { continue };
        let better = first.get(&from).is_none_or(|(best, _)| rank < *best);
        if better {
            first.insert(from, (rank, edge.id()));
        }
    }
    let mut starts: Vec<(R, EdgeIndex)> = first.into_values().collect();
    starts.order();
    starts.into_iter().filter_map(|(_, edge)| through(graph, edge)).collect()
}

/// The shortest cycle that starts with `edge` (breadth-first search).
fn through<N, E>(graph: &DiGraph<N, E>, edge: EdgeIndex) -> Option<Vec<EdgeIndex>> {
    let (goal, start) = graph.edge_endpoints(edge)?;
    let mut came_by: SortedMap<NodeIndex, EdgeIndex> = SortedMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(node) = queue.pop_front().filter(|node| *node != goal) {
        // petgraph yields edges newest first.
        let mut edges: Vec<_> = graph.edges(node).map(|edge| (edge.id(), edge.target())).collect();
        edges.order();
        for (edge, next) in edges {
            if next != start && !came_by.contains_key(&next) {
                came_by.insert(next, edge);
                queue.push_back(next);
            }
        }
    }
    let mut path = Vec::new();
    let mut node = goal;
    while node != start {
        let edge = *came_by.get(&node)?;
        path.push(edge);
        node = graph.edge_endpoints(edge)?.0;
    }
    path.push(edge);
    path.reverse();
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(edges: &[(u32, u32)], first: impl Fn(u32, u32) -> bool) -> Vec<Vec<u32>> {
        let mut graph: DiGraph<(), (u32, u32)> = DiGraph::new();
        let nodes: Vec<NodeIndex> = (0..8).map(|_| graph.add_node(())).collect();
        for &(from, to) in edges {
            graph.add_edge(nodes[from as usize], nodes[to as usize], (from, to));
        }
        let cycles = cycles(&graph, |&(from, to)| first(from, to).then_some((from, to)));
        cycles.into_iter().map(|edges| edges.into_iter().map(|edge| graph[edge].0).collect()).collect()
    }

    #[test]
    fn each_component_yields_its_shortest_cycle() {
        assert_eq!(found(&[(0, 1), (1, 2), (2, 3)], |_, _| true), Vec::<Vec<u32>>::new());
        assert_eq!(found(&[(0, 0), (0, 1)], |_, _| true), [vec![0]]);
        assert_eq!(found(&[(0, 1), (1, 2), (2, 0), (2, 1), (4, 5), (5, 4)], |_, _| true), [vec![0, 1, 2], vec![4, 5]]);
        assert_eq!(found(&[(0, 1), (1, 2), (2, 0), (2, 1)], |from, _| from == 2), [vec![2, 0, 1]]);
        assert_eq!(found(&[(0, 1), (1, 0)], |_, _| false), Vec::<Vec<u32>>::new());
    }
}
