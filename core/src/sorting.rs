//! Sorting with a small code size: the standard library instantiates its sorting algorithms for each element type and
//! comparison, while this module sorts indices, with a single instantiation. With the standard library's methods the
//! modeller's initial download is 22 KB larger (615 instead of 593 KB of brotli), and the total 47 KB.

use std::cmp::Ordering;

/// Collects into a set or map by inserting one item after another. `collect` sorts the items first, with an
/// instantiation of the sorting algorithms for each type of item, which made the initial download 20 KB larger.
pub fn gather<T, C: Default + Extend<T>>(items: impl IntoIterator<Item = T>) -> C {
    let mut gathered = C::default();
    gathered.extend(items);
    gathered
}

/// Maximum length of lists that are sorted in place.
const SHORT: usize = 16;

/// Stable sorting of lists.
pub trait Sorting<T> {
    fn order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    fn order(&mut self)
    where
        T: Ord,
    {
        self.order_by(T::cmp);
    }

    fn order_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.order_by(|one, other| key(one).cmp(&key(other)));
    }
}

impl<T> Sorting<T> for [T] {
    fn order_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        arrange(self, &mut compare);
    }
}

fn arrange<T>(list: &mut [T], compare: &mut dyn FnMut(&T, &T) -> Ordering) {
    if list.len() > SHORT {
        let order = sorted(list.len(), &mut |one, other| compare(&list[one], &list[other]));
        return follow(order, &mut |one, other| list.swap(one, other));
    }
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && compare(&list[at], &list[at - 1]).is_lt() {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
}

/// The indices below `count`, sorted.
fn sorted(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&one, &other| compare(one, other));
    order
}

/// Applies the permutation `order` by swapping.
pub fn follow(mut order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for first in 0..order.len() {
        let mut at = first;
        while order[at] != first {
            let from = order[at];
            swap(at, from);
            order[at] = at;
            at = from;
        }
        order[at] = at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorting_is_stable_for_any_length() {
        for count in [0, 1, 2, SHORT, SHORT + 1, 1000] {
            let mut list: Vec<(usize, usize)> = (0..count).map(|at| (at * 7919 % 13, at)).collect();
            let mut expected = list.clone();
            expected.sort_by_key(|(key, _)| *key);
            list.order_by_key(|(key, _)| *key);
            assert_eq!(list, expected);
            list.order_by(|one, other| other.cmp(one));
            assert!(list.is_sorted_by(|one, other| one >= other));
            list.order();
            assert!(list.is_sorted());
        }
    }
}
