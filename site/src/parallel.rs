//! Parallel work on all processors.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Maps `each` over the items, in order, with one thread per processor.
pub fn in_parallel<T: Sync, R: Send>(things: &[T], each: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut made = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(thing) = things.get(at) else { return made };
            made.push((at, each(thing)));
        }
    };
    let n_threads = thread::available_parallelism().map_or(1, usize::from).min(things.len());
    let mut made: Vec<(usize, R)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..n_threads).map(|_| scope.spawn(worker)).collect();
        let joined = threads.into_iter().map(|thread| thread.join());
        joined.flat_map(|made| made.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    made.sort_unstable_by_key(|(at, _)| *at);
    made.into_iter().map(|(_, made)| made).collect()
}
