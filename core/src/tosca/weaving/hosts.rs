//! The hosts that operations run on, one at a time on each (T-7.2-6, T-7.2-7).

use crate::sorting::Sorting;
use crate::tosca::weaving::{Action, After, Graph, Loom, Operation, OrderReason};

/// Finds the host of every call, and orders the calls on each host as they are in `order`.
pub(super) fn chain(loom: &mut Loom<'_>, order: &[usize]) {
    let roots = roots(loom.graph);
    let mut latest: Vec<Option<usize>> = vec![None; loom.graph.nodes.len()];
    let mut pairs = Vec::new();
    for &at in order {
        let Some(host) = host(loom, &roots, at) else { continue };
        loom.activities[at].host = Some(host);
        if let Some(before) = latest[host].replace(at) {
            pairs.push((before, at, host));
        }
    }
    let is_implied = implied(loom, order, &pairs);
    for ((before, at, host), is_implied) in pairs.into_iter().zip(is_implied) {
        if !is_implied {
            loom.activities[at].after.push(After { activity: before, why: OrderReason::Host(host) });
        }
    }
}

/// The host of each node at the end of its chain of hosts; `None` for a node that neither has a host nor is one.
pub fn roots(graph: &Graph) -> Vec<Option<usize>> {
    let mut hosts: Vec<Option<usize>> = vec![None; graph.nodes.len()];
    let mut is_host = vec![false; graph.nodes.len()];
    for one in graph.relationships.iter().filter(|one| one.is_hosting) {
        if let Some(host) = hosts.get_mut(one.source).filter(|host| host.is_none()) {
            *host = Some(one.target);
        }
        if let Some(is_host) = is_host.get_mut(one.target) {
            *is_host = true;
        }
    }
    let root = |node: usize| {
        let mut at = node;
        // No chain is longer; a cycle has no end.
        for _ in 0..graph.nodes.len() {
            match hosts[at] {
                Some(host) => at = host,
                None => return (at != node || is_host[node]).then_some(at),
            }
        }
        None
    };
    (0..graph.nodes.len()).map(root).collect()
}

/// The host of an activity, if it is a call.
fn host(loom: &Loom<'_>, roots: &[Option<usize>], at: usize) -> Option<usize> {
    let activity = &loom.activities[at];
    match activity.action {
        Action::Delegate | Action::SetState(_) => None,
        // A host does not exist yet when it is created, and no longer when it is deleted.
        Action::Call(Operation::Create | Operation::Delete) => {
            roots[activity.node].filter(|host| *host != activity.node)
        }
        Action::Call(_) | Action::CallOf { .. } => roots[activity.node],
    }
}

/// For each pair of activities, whether the second comes after the first because of the order of their nodes.
fn implied(loom: &Loom<'_>, order: &[usize], pairs: &[(usize, usize, usize)]) -> Vec<bool> {
    // Nothing waits for notifications; they wait for the last activity of the source.
    let is_notification = |at: usize| at > loom.ends[loom.activities[at].node].1;
    let node_of = |at: usize| match loom.activities[at].action {
        Action::CallOf { relationship, .. } if is_notification(at) => loom.graph.relationships[relationship].source,
        _ => loom.activities[at].node,
    };
    let mut known: Vec<Option<bool>> = Vec::with_capacity(pairs.len());
    let mut open: Vec<(usize, usize, usize)> = Vec::new();
    for (index, &(before, at, _)) in pairs.iter().enumerate() {
        let (first, second) = (node_of(before), node_of(at));
        let answer = if is_notification(before) { Some(false) } else { (first == second).then_some(true) };
        known.push(answer);
        if answer.is_none() {
            open.push((first, second, index));
        }
    }
    open.order();
    let mut nodes = Vec::new();
    for &at in order {
        let node = loom.activities[at].node;
        if loom.ends[node].0 == at {
            nodes.push(node);
        }
    }
    let mut reached = vec![0u64; loom.graph.nodes.len()];
    let mut rest = open.as_slice();
    // One bit per node of a block: which of them come before a node.
    while let Some(&(first, ..)) = rest.first() {
        let start = first / 64 * 64;
        let n_block = rest.iter().take_while(|(first, ..)| *first < start + 64).count();
        let (block, others) = rest.split_at(n_block);
        rest = others;
        reached.fill(0);
        for &node in &nodes {
            let mut bits = 0;
            for (_, before) in loom.waits(node) {
                bits |= reached[before];
                if (start..start + 64).contains(&before) {
                    bits |= 1 << (before - start);
                }
            }
            reached[node] = bits;
        }
        for &(first, second, index) in block {
            known[index] = Some(reached[second] & (1 << (first - start)) != 0);
        }
    }
    known.into_iter().map(Option::unwrap_or_default).collect()
}
