//! Tasks put into stages: each as early as the tasks before it allow.

use std::ops::Range;

/// When each task is done.
pub struct Schedule {
    /// The stage of each task; `None` for one that waits for a circle.
    pub stages: Vec<Option<usize>>,
    /// Whether a task enters its level ahead of the others.
    pub is_ahead: Vec<bool>,
    /// Tasks that wait for each other, in the order in which they would have to be done.
    pub circle: Option<Vec<usize>>,
}

/// Who comes after whom.
struct Graph {
    after: Vec<Vec<usize>>,
    /// How many come before each.
    before: Vec<usize>,
}

impl Graph {
    fn of(count: usize, edges: impl Iterator<Item = (usize, usize)>) -> Self {
        let mut graph = Graph { after: vec![Vec::new(); count], before: vec![0; count] };
        for (before, after) in edges {
            graph.after[before].push(after);
            graph.before[after] += 1;
        }
        graph
    }

    /// Every node after all that come before it; those on and behind circles are missing.
    fn sorted(&self) -> Vec<usize> {
        let mut left = self.before.clone();
        let mut sorted: Vec<usize> = (0..left.len()).filter(|&node| left[node] == 0).collect();
        let mut at = 0;
        while let Some(&node) = sorted.get(at) {
            at += 1;
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

/// The stages of tasks with these levels (relationships have none). A task of one of the `together` levels waits until
/// all have left the level below, unless one that is below needs it.
pub fn order(levels: &[Option<usize>], edges: &[(usize, usize)], together: Range<usize>) -> Schedule {
    let graph = Graph::of(levels.len(), edges.iter().copied());
    let sorted = graph.sorted();
    let circle = if sorted.len() < levels.len() { find_circle(levels.len(), edges, &sorted) } else { None };

    // The lowest level that is waiting for each task. No task of its own instance is below it, other than on a circle.
    let mut waiting = vec![usize::MAX; levels.len()];
    for &task in sorted.iter().rev() {
        let waits = graph.after[task].iter().map(|&next| waiting[next].min(levels[next].unwrap_or(usize::MAX)));
        waiting[task] = waits.min().unwrap_or(usize::MAX);
    }
    let is_ahead: Vec<bool> = levels
        .iter()
        .zip(&waiting)
        .map(|(level, waiting)| level.is_some_and(|level| together.contains(&level) && *waiting < level))
        .collect();

    // A gate for each level that is entered together: behind all of the level below, in no stage of its own.
    let gate = |level: usize| levels.len() + (level - together.start);
    let gates = levels.iter().enumerate().flat_map(|(task, level)| {
        let opens = level.filter(|level| together.contains(&(level + 1))).map(|level| (task, gate(level + 1)));
        let waits = level.filter(|level| together.contains(level) && !is_ahead[task]).map(|level| (gate(level), task));
        opens.into_iter().chain(waits)
    });
    let all: Vec<(usize, usize)> = edges.iter().copied().chain(gates).collect();
    let graph = Graph::of(levels.len() + together.len(), all.into_iter());
    let mut stages = vec![None; levels.len() + together.len()];
    let mut earliest = vec![0; levels.len() + together.len()];
    for task in graph.sorted() {
        stages[task] = Some(earliest[task]);
        let done = earliest[task] + usize::from(task < levels.len());
        for &next in &graph.after[task] {
            earliest[next] = earliest[next].max(done);
        }
    }
    stages.truncate(levels.len());
    Schedule { stages, is_ahead, circle }
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
