//! Steps put into stages: each as early as the steps before it allow.

use std::ops::Range;

use crate::preview::progress::Progress;

/// A step that waits for others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// Whether it takes a stage of its own, or only joins what comes before with what comes after.
    pub is_action: bool,
    /// The level that it enters, or leaves, where it is a step of an instance.
    pub level: Option<(Way, usize)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Up,
    Down,
}

/// When each step is done.
#[derive(Debug)]
pub struct Schedule {
    /// The stage of each step; `None` for one that waits for a circle.
    pub stages: Vec<Option<usize>>,
    /// Whether a step enters its level ahead of the others, or leaves it after them.
    pub is_apart: Vec<bool>,
    /// Steps that wait for each other, in the order in which they would have to be done.
    pub circle: Option<Vec<usize>>,
}

/// Who comes after whom.
struct Graph {
    after: Vec<Vec<usize>>,
    /// How many come before each.
    before: Vec<usize>,
}

impl Graph {
    async fn of(count: usize, edges: impl Iterator<Item = (usize, usize)>, pace: &Progress) -> Self {
        let mut graph = Graph { after: vec![Vec::new(); count], before: vec![0; count] };
        for (before, after) in edges {
            graph.after[before].push(after);
            graph.before[after] += 1;
            pace.piece().await;
        }
        graph
    }

    /// Every node after all that come before it; those on and behind circles are missing.
    async fn sorted(&self, pace: &Progress) -> Vec<usize> {
        let mut left = self.before.clone();
        let mut sorted: Vec<usize> = (0..left.len()).filter(|&node| left[node] == 0).collect();
        let mut at = 0;
        while let Some(&node) = sorted.get(at) {
            at += 1;
            pace.piece().await;
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

/// The stages of `nodes`. A step into one of the levels `together` waits until all have left the level below, unless
/// one that is below needs it; on the way down it is the other way round.
pub async fn order(nodes: &[Node], edges: &[(usize, usize)], together: Range<usize>, pace: &Progress) -> Schedule {
    let sorted = Graph::of(nodes.len(), edges.iter().copied(), pace).await.sorted(pace).await;
    let circle = if sorted.len() < nodes.len() { find_circle(nodes.len(), edges, &sorted) } else { None };
    let mut all = edges.to_vec();
    let mut count = nodes.len();
    let mut is_apart = vec![false; nodes.len()];
    for way in [Way::Up, Way::Down] {
        let level = |node: usize| match nodes.get(node)?.level {
            Some((found, level)) if found == way => Some(level),
            Some(_) | None => None,
        };
        // Seen from its end, the way down is a way up.
        let turned = |(before, after): (usize, usize)| match way {
            Way::Up => (before, after),
            Way::Down => (after, before),
        };
        let graph = Graph::of(count, all.iter().copied().map(turned), pace).await;
        // The lowest level that waits for each step.
        let mut waiting = vec![usize::MAX; count];
        for &node in graph.sorted(pace).await.iter().rev() {
            let waits = graph.after[node].iter().map(|&next| waiting[next].min(level(next).unwrap_or(usize::MAX)));
            waiting[node] = waits.min().unwrap_or(usize::MAX);
        }
        // A gate for each level that is entered together: behind all of the level below, in no stage of its own.
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
    let graph = Graph::of(count, all.into_iter(), pace).await;
    let mut stages = vec![None; count];
    let mut earliest = vec![0; count];
    for node in graph.sorted(pace).await {
        stages[node] = Some(earliest[node]);
        let done = earliest[node] + usize::from(nodes.get(node).is_some_and(|node| node.is_action));
        for &next in &graph.after[node] {
            earliest[next] = earliest[next].max(done);
        }
    }
    stages.truncate(nodes.len());
    Schedule { stages, is_apart, circle }
}

/// Some circle among the nodes that could not be sorted.
fn find_circle(count: usize, edges: &[(usize, usize)], sorted: &[usize]) -> Option<Vec<usize>> {
    let mut is_stuck = vec![true; count];
    for &node in sorted {
        is_stuck[node] = false;
    }
    // Each stuck node has a stuck one before it, so that going back leads into a circle.
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
    let mut circle = vec![at];
    let mut node = before[at]?;
    while node != at {
        circle.push(node);
        node = before[node]?;
    }
    circle.reverse();
    Some(circle)
}
