//! Partitions a graph that is too large for one diagram: each subgraph contains some roots with everything they use.

use std::collections::BTreeSet;

/// A subgraph, by the indices of its descriptors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subgraph {
    /// The roots, from which all other members are reachable.
    pub roots: Vec<usize>,
    /// All members.
    pub members: BTreeSet<usize>,
}

/// At most `max_subgraphs` with at most `max_members` each, filled greedily in the order of the roots. `uses` has the
/// dependencies of each descriptor, and `is_root` is true for descriptors that nothing uses. Isolated descriptors are
/// in no subgraph.
pub fn partition(uses: &[Vec<usize>], is_root: &[bool], max_subgraphs: usize, max_members: usize) -> Vec<Subgraph> {
    let mut subgraphs: Vec<Subgraph> = Vec::new();
    let mut covered = vec![false; uses.len()];
    // Afterwards those not yet covered: they are far from a root, or in a cycle.
    let roots = (0..uses.len()).filter(|at| is_root.get(*at) == Some(&true));
    for root in roots.chain(0..uses.len()) {
        if covered.get(root) != Some(&false) || uses.get(root).is_none_or(Vec::is_empty) {
            continue;
        }
        let closure = closure(uses, root, max_members);
        closure.iter().filter_map(|at| covered.get_mut(*at).map(|covered| *covered = true)).for_each(drop);
        let fits = |subgraph: &&mut Subgraph| {
            subgraph.members.len() + closure.iter().filter(|at| !subgraph.members.contains(at)).count() <= max_members
        };
        if let Some(subgraph) = subgraphs.last_mut().filter(fits) {
            subgraph.roots.push(root);
            subgraph.members.extend(closure);
            continue;
        }
        if subgraphs.len() == max_subgraphs {
            break;
        }
        subgraphs.push(Subgraph { roots: vec![root], members: closure });
    }
    subgraphs
}

/// The transitive closure of `root` in breadth-first order, so that the nearest are kept if there is not enough room.
fn closure(uses: &[Vec<usize>], root: usize, max_members: usize) -> BTreeSet<usize> {
    let (mut found, mut queue) = (BTreeSet::from([root]), vec![root]);
    let mut next = 0;
    while let Some(at) = queue.get(next) {
        next += 1;
        for used in uses.get(*at).into_iter().flatten() {
            if found.len() == max_members {
                return found;
            }
            if found.insert(*used) {
                queue.push(*used);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked out by hand: each root is shown with everything it uses, as long as there is room.
    #[test]
    fn each_subgraph_has_a_few_descriptors_with_everything_they_use() {
        // 0 and 1 share 2; 3 and 4 form a cycle; 5 is isolated.
        let uses = [vec![2], vec![2], vec![], vec![4], vec![3], vec![]];
        let is_root = [true, true, false, false, false, true];
        let shown = |max_subgraphs: usize, max_members: usize| -> Vec<(Vec<usize>, Vec<usize>)> {
            let subgraphs = partition(&uses, &is_root, max_subgraphs, max_members).into_iter();
            subgraphs.map(|subgraph| (subgraph.roots, subgraph.members.into_iter().collect())).collect()
        };
        assert_eq!(shown(9, 3), [(vec![0, 1], vec![0, 1, 2]), (vec![3], vec![3, 4])]);
        assert_eq!(shown(9, 5), [(vec![0, 1, 3], vec![0, 1, 2, 3, 4])]);
        assert_eq!(shown(1, 2), [(vec![0], vec![0, 2])]);
        assert_eq!(shown(9, 2), [(vec![0], vec![0, 2]), (vec![1], vec![1, 2]), (vec![3], vec![3, 4])]);
    }

    /// A root whose closure is too large is cut off, and continues in the next subgraph.
    #[test]
    fn a_root_that_is_too_large_for_one_subgraph_continues_in_the_next() {
        let uses: Vec<Vec<usize>> = (1..10).map(|next| vec![next]).chain([vec![]]).collect();
        let is_root: Vec<bool> = (0..10).map(|at| at == 0).collect();
        let subgraphs = partition(&uses, &is_root, 9, 4);
        assert!(subgraphs.iter().all(|subgraph| subgraph.members.len() <= 4), "{subgraphs:?}");
        assert_eq!(
            subgraphs.iter().flat_map(|subgraph| &subgraph.members).collect::<BTreeSet<_>>().len(),
            10,
            "{subgraphs:?}"
        );
    }
}
