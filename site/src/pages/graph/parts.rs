//! A graph that is too large for one drawing, in drawings that can be read: each shows a few descriptors with all that
//! they are made of.

use std::collections::BTreeSet;

/// What is drawn together, by the places of the descriptors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// What it is drawn for: the others are what these are made of.
    pub roots: Vec<usize>,
    /// All of it.
    pub members: BTreeSet<usize>,
}

/// At most `max_parts` of at most `max_members`, one after the other by what nothing is made of. `uses` says of each
/// descriptor what it is made of, and `is_root` which ones nothing is made of; what stands alone is in none.
pub fn parts(uses: &[Vec<usize>], is_root: &[bool], max_parts: usize, max_members: usize) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut covered = vec![false; uses.len()];
    // Then what is in no drawing yet: it is far below, or in a circle.
    let roots = (0..uses.len()).filter(|at| is_root.get(*at) == Some(&true));
    for root in roots.chain(0..uses.len()) {
        if covered.get(root) != Some(&false) || uses.get(root).is_none_or(Vec::is_empty) {
            continue;
        }
        let closure = closure(uses, root, max_members);
        closure.iter().filter_map(|at| covered.get_mut(*at).map(|covered| *covered = true)).for_each(drop);
        let fits = |part: &&mut Part| {
            part.members.len() + closure.iter().filter(|at| !part.members.contains(at)).count() <= max_members
        };
        if let Some(part) = parts.last_mut().filter(fits) {
            part.roots.push(root);
            part.members.extend(closure);
            continue;
        }
        if parts.len() == max_parts {
            break;
        }
        parts.push(Part { roots: vec![root], members: closure });
    }
    parts
}

/// What `root` is made of, directly or through others, the nearest first, and itself.
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

    /// By hand: each is drawn with all that it is made of, as long as there is room.
    #[test]
    fn each_drawing_shows_a_few_descriptors_with_all_they_are_made_of() {
        // 0 and 1 share 2; 3 and 4 are a circle; 5 stands alone.
        let uses = [vec![2], vec![2], vec![], vec![4], vec![3], vec![]];
        let is_root = [true, true, false, false, false, true];
        let shown = |max_parts: usize, max_members: usize| -> Vec<(Vec<usize>, Vec<usize>)> {
            let parts = parts(&uses, &is_root, max_parts, max_members).into_iter();
            parts.map(|part| (part.roots, part.members.into_iter().collect())).collect()
        };
        assert_eq!(shown(9, 3), [(vec![0, 1], vec![0, 1, 2]), (vec![3], vec![3, 4])]);
        assert_eq!(shown(9, 5), [(vec![0, 1, 3], vec![0, 1, 2, 3, 4])]);
        assert_eq!(shown(1, 2), [(vec![0], vec![0, 2])]);
        assert_eq!(shown(9, 2), [(vec![0], vec![0, 2]), (vec![1], vec![1, 2]), (vec![3], vec![3, 4])]);
    }

    /// One that is too large is drawn as far as there is room, and the rest of it by itself.
    #[test]
    fn what_is_too_large_for_one_drawing_goes_on_in_the_next() {
        let uses: Vec<Vec<usize>> = (1..10).map(|next| vec![next]).chain([vec![]]).collect();
        let is_root: Vec<bool> = (0..10).map(|at| at == 0).collect();
        let parts = parts(&uses, &is_root, 9, 4);
        assert!(parts.iter().all(|part| part.members.len() <= 4), "{parts:?}");
        assert_eq!(parts.iter().flat_map(|part| &part.members).collect::<BTreeSet<_>>().len(), 10, "{parts:?}");
    }
}
