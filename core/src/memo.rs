//! Cached facts about sets of files that several files share, such as the names that importers of a library can use.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::sorted_map::SortedSet;
use crate::text::FilePath;

/// The cached facts, by type and by the files that they are about. A fact may only depend on the exports of these files
/// and of the files that they build on; see [`Memo::without`].
#[derive(Debug, Default)]
pub struct Memo {
    kept: Mutex<HashMap<TypeId, Facts>>,
    n_made: AtomicUsize,
}

type Facts = HashMap<Box<[FilePath]>, Arc<dyn Any + Send + Sync>>;

impl Memo {
    /// The fact of type `T` about `files`; `make` computes it on first use and may ask for other facts.
    pub fn get_or_make<T: Any + Send + Sync>(&self, files: &[FilePath], make: impl FnOnce() -> T) -> Arc<T> {
        let of = TypeId::of::<T>();
        let known = self.kept().get(&of).and_then(|facts| facts.get(files)).cloned();
        if let Some(Ok(known)) = known.map(Arc::downcast) {
            return known;
        }
        // The lock is released here: two threads may compute the same fact, and either result is fine.
        self.n_made.fetch_add(1, Ordering::Relaxed);
        let made = Arc::new(make());
        let fact: Arc<dyn Any + Send + Sync> = Arc::<T>::clone(&made);
        self.kept().entry(of).or_default().insert(files.into(), fact);
        made
    }

    /// The facts that are still valid after a change: all except those about files in `stale`, which are the files
    /// whose exports changed and all files that build on them, directly or indirectly.
    #[must_use]
    pub fn without(&self, stale: &SortedSet<FilePath>) -> Memo {
        let is_current = |files: &[FilePath]| !files.iter().any(|file| stale.contains(file));
        let kept = self.kept();
        let facts = kept.iter().map(|(of, facts)| {
            let facts = facts.iter().filter(|(files, _)| is_current(files));
            (*of, facts.map(|(files, fact)| (files.clone(), Arc::clone(fact))).collect())
        });
        Memo { kept: Mutex::new(facts.collect()), n_made: AtomicUsize::new(0) }
    }

    /// The number of computed facts. Must not grow with the number of files that ask for the same fact.
    pub fn n_made(&self) -> usize {
        self.n_made.load(Ordering::Relaxed)
    }

    fn kept(&self) -> MutexGuard<'_, HashMap<TypeId, Facts>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(names: &[&str]) -> Vec<FilePath> {
        names.iter().filter_map(|name| FilePath::new(name)).collect()
    }

    #[test]
    fn a_fact_is_computed_once_per_type_and_set_of_files() {
        let memo = Memo::default();
        assert_eq!(*memo.get_or_make(&files(&["a", "b"]), || 1_u32), 1);
        assert_eq!(*memo.get_or_make(&files(&["a", "b"]), || 2_u32), 1);
        assert_eq!(*memo.get_or_make(&files(&["a", "b"]), || 3_u64), 3);
        assert_eq!(*memo.get_or_make(&files(&["a"]), || 4_u32), 4);
        assert_eq!(memo.n_made(), 3);
    }

    #[test]
    fn facts_about_stale_files_are_recomputed() {
        let memo = Memo::default();
        memo.get_or_make(&files(&["a", "b"]), || 1_u32);
        memo.get_or_make(&files(&["c"]), || 1_u32);
        let after = memo.without(&files(&["b"]).into_iter().collect());
        assert_eq!(*after.get_or_make(&files(&["a", "b"]), || 2_u32), 2);
        assert_eq!(*after.get_or_make(&files(&["c"]), || 2_u32), 1);
        assert_eq!(*memo.get_or_make(&files(&["a", "b"]), || 3_u32), 1, "the state before keeps its own");
    }
}
