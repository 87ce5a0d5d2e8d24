//! Compared with the standard library's B-trees.

use std::collections::{BTreeMap, BTreeSet};

use super::*;

/// A linear congruential generator: the same numbers on every run.
fn numbers(count: usize, below: u64) -> impl Iterator<Item = u64> {
    let mut state = 1_u64;
    (0..count).map(move |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    })
}

#[test]
fn random_changes_have_the_same_result_as_with_a_b_tree() {
    for (count, below) in [(200, 20), (5_000, 3_000), (30_000, 100_000)] {
        let (mut map, mut expected) = (SortedMap::new(), BTreeMap::new());
        for (step, key) in numbers(count, below).enumerate() {
            match step % 7 {
                0 | 1 => assert_eq!(map.remove(&key), expected.remove(&key)),
                2 => *map.entry(key).or_default() += 1,
                3 if step % 100 == 3 => assert_eq!(map.pop_first(), expected.pop_first()),
                _ => assert_eq!(map.insert(key, step), expected.insert(key, step)),
            }
            if step % 7 == 2 {
                *expected.entry(key).or_default() += 1;
            }
            assert_eq!(map.get(&(key + 1)), expected.get(&(key + 1)));
            assert_eq!(map.len(), expected.len());
            if step % 500 == 0 {
                map.retain(|key, value| {
                    key % 11 != 3 && {
                        *value += 1;
                        true
                    }
                });
                expected.retain(|key, value| {
                    key % 11 != 3 && {
                        *value += 1;
                        true
                    }
                });
            }
        }
        assert!(map.iter().eq(&expected));
        assert!(map.iter().rev().eq(expected.iter().rev()));
        assert_eq!(map.first_key_value(), expected.first_key_value());
        for value in map.values_mut() {
            *value /= 2;
        }
        assert!(map.clone().into_iter().eq(expected.into_iter().map(|(key, value)| (key, value / 2))));
    }
}

#[test]
fn ranges_are_those_of_a_b_tree() {
    let map: SortedMap<u64, ()> = numbers(4_000, 5_000).map(|key| (key, ())).collect();
    let expected: BTreeMap<u64, ()> = numbers(4_000, 5_000).map(|key| (key, ())).collect();
    let bounds: Vec<u64> = numbers(400, 5_100).chain([0, 4_999, 6_000]).collect();
    for pair in bounds.windows(2) {
        let (low, high) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
        assert!(map.range(low..high).eq(expected.range(low..high)));
        assert!(map.range(low..=high).rev().eq(expected.range(low..=high).rev()));
        assert!(map.range(..low).eq(expected.range(..low)));
        assert_eq!(map.range(high..).len(), expected.range(high..).count());
        let after = (Bound::Excluded(low), Bound::Unbounded);
        assert!(map.range(after).eq(expected.range(after)));
        // From both ends until they meet.
        let (mut found, mut wanted) = (map.range(low..high), expected.range(low..high));
        while let Some(entry) = found.next() {
            assert_eq!(Some(entry), wanted.next());
            assert_eq!(found.next_back(), wanted.next_back());
        }
        assert_eq!(wanted.next(), None);
    }
}

#[test]
fn sets_and_maps_compare_by_content() {
    let one: SortedSet<u64> = numbers(2_000, 900).collect();
    let other: SortedSet<u64> = numbers(2_000, 900).collect::<Vec<_>>().into_iter().rev().collect();
    assert_eq!(one, other);
    let expected: BTreeSet<u64> = numbers(2_000, 900).collect();
    assert!(one.iter().eq(&expected));
    assert_eq!(format!("{one:?}"), format!("{expected:?}"));
    let (low, high) = (SortedSet::from([1, 2, 3]), SortedSet::from([3, 4]));
    assert!(low.difference(&high).eq(&[1, 2]));
    assert!(!low.is_subset(&high) && !low.is_disjoint(&high) && low < high);
    assert_eq!(SortedMap::from([("b", 1), ("a", 2), ("b", 3)])["b"], 3);
}
