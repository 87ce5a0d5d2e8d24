//! Divides steps into stages, each as early as its predecessors allow (list scheduling on a topological order).

use std::ops::Range;

use crate::preview::progress::Progress;

/// A step that waits for others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// Whether it occupies a stage, or only orders others.
    pub is_action: bool,
    /// The level that it enters or leaves, for steps of an instance.
    pub level: Option<(LevelStep, usize)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LevelStep {
    Up,
    Down,
}

/// The stage of each step.
#[derive(Debug)]
pub struct Schedule {
    /// The stage of each step; `None` if it waits for a cycle.
    pub stages: Vec<Option<usize>>,
    /// Whether a step enters its level before the others, or leaves it after them.
    pub is_apart: Vec<bool>,
    /// A cycle of steps, in the order in which they wait for each other.
    pub cycle: Option<Vec<usize>>,
}

/// The successors of each node.
struct Graph {
    after: Vec<Vec<usize>>,
    /// The number of predecessors of each node.
    before: Vec<usize>,
}

impl Graph {
    async fn of(count: usize, edges: impl Iterator<Item = (usize, usize)>, progress: &Progress) -> Self {
        let mut graph = Graph { after: vec![Vec::new(); count], before: vec![0; count] };
        for (before, after) in edges {
            graph.after[before].push(after);
            graph.before[after] += 1;
            progress.piece().await;
        }
        graph
    }

    /// Topological order (Kahn's algorithm). Nodes on a cycle, and behind one, are missing.
    async fn sorted(&self, progress: &Progress) -> Vec<usize> {
        let mut left = self.before.clone();
        let mut sorted: Vec<usize> = (0..left.len()).filter(|&node| left[node] == 0).collect();
        let mut at = 0;
        while let Some(&node) = sorted.get(at) {
            at += 1;
            progress.piece().await;
            for &next in &self.after[node] {
                left[next] -= 1;
                if left[next] == 0 {
                    sorted.push(next);
                }
            }
        }
        sorted
    }
}

/// Computes the stages of `nodes`. A step into one of the levels `together` waits until all steps have left the level
/// below, unless a step below needs it; on the way down it is mirrored.
pub async fn order(nodes: &[Node], edges: &[(usize, usize)], together: Range<usize>, progress: &Progress) -> Schedule {
    let sorted = Graph::of(nodes.len(), edges.iter().copied(), progress).await.sorted(progress).await;
    let cycle = if sorted.len() < nodes.len() { find_cycle(nodes.len(), edges, &sorted) } else { None };
    let mut all = edges.to_vec();
    let mut count = nodes.len();
    let mut is_apart = vec![false; nodes.len()];
    for way in [LevelStep::Up, LevelStep::Down] {
        let level = |node: usize| match nodes.get(node)?.level {
            Some((found, level)) if found == way => Some(level),
            Some(_) | None => None,
        };
        // The way down is the way up with all edges reversed.
        let turned = |(before, after): (usize, usize)| match way {
            LevelStep::Up => (before, after),
            LevelStep::Down => (after, before),
        };
        let graph = Graph::of(count, all.iter().copied().map(turned), progress).await;
        // The lowest level that waits for each step.
        let mut waiting = vec![usize::MAX; count];
        for &node in graph.sorted(progress).await.iter().rev() {
            let waits = graph.after[node].iter().map(|&next| waiting[next].min(level(next).unwrap_or(usize::MAX)));
            waiting[node] = waits.min().unwrap_or(usize::MAX);
        }
        // A barrier for each shared level: it follows all steps of the level below and occupies no stage.
        let gate = |level: usize| count + (level - together.start);
        for node in 0..nodes.len() {
            let Some(level) = level(node) else { continue };
            if together.contains(&(level + 1)) {
                all.push(turned((node, gate(level + 1))));
            }
            if together.contains(&level) {
                is_apart[node] = waiting[node] < level;
                if !is_apart[node] {
                    all.push(turned((gate(level), node)));
                }
            }
        }
        count += together.len();
    }
    let graph = Graph::of(count, all.into_iter(), progress).await;
    let mut stages = vec![None; count];
    let mut earliest = vec![0; count];
    for node in graph.sorted(progress).await {
        stages[node] = Some(earliest[node]);
        let done = earliest[node] + usize::from(nodes.get(node).is_some_and(|node| node.is_action));
        for &next in &graph.after[node] {
            earliest[next] = earliest[next].max(done);
        }
    }
    stages.truncate(nodes.len());
    Schedule { stages, is_apart, cycle }
}

/// Any cycle among the nodes that could not be sorted.
fn find_cycle(count: usize, edges: &[(usize, usize)], sorted: &[usize]) -> Option<Vec<usize>> {
    let mut is_stuck = vec![true; count];
    for &node in sorted {
        is_stuck[node] = false;
    }
    // Every unsorted node has an unsorted predecessor, so walking backwards must reach a cycle.
    let mut before = vec![None; count];
    for &(from, to) in edges {
        if is_stuck[from] && is_stuck[to] {
            before[to].get_or_insert(from);
        }
    }
    let mut seen = vec![false; count];
    let mut at = (0..count).find(|&node| is_stuck[node])?;
    while !seen[at] {
        seen[at] = true;
        at = before[at]?;
    }
    let mut cycle = vec![at];
    let mut node = before[at]?;
    while node != at {
        cycle.push(node);
        node = before[node]?;
    }
    cycle.reverse();
    Some(cycle)
}
