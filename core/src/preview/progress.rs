//! Cooperative time slicing. A long computation yields after every few pieces of work, so that its caller can do other
//! work, show the progress, or cancel by dropping the future. Independent of any clock.

use std::cell::Cell;
use std::future::poll_fn;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// Yield after this many pieces: often enough to keep the page responsive, rarely enough to cost nothing.
const PIECES: usize = 16;

/// The progress of a preview.
#[derive(Debug, Default)]
pub struct Progress {
    phase: Cell<Phase>,
    /// The finished pieces of the current phase.
    done: Cell<usize>,
}

/// The current kind of work, named after the things it counts: `instances`. Empty if nothing is counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Phase(pub &'static str);

impl Progress {
    /// The current phase and the number of its finished pieces.
    pub fn at(&self) -> (Phase, usize) {
        (self.phase.get(), self.done.get())
    }

    pub fn begin(&self, phase: Phase) {
        if self.phase.replace(phase) != phase {
            self.done.set(0);
        }
    }

    /// Finishes a piece of a caller that yields by itself.
    pub fn count(&self) {
        self.done.set(self.done.get() + 1);
    }

    /// Finishes a piece, and yields every few pieces.
    pub async fn piece(&self) {
        let done = self.done.get() + 1;
        self.done.set(done);
        if done.is_multiple_of(PIECES) {
            stop().await;
        }
    }

    /// Yields between two stages that may be long.
    pub async fn stage(&self) {
        stop().await;
    }
}

/// Pending once, ready the next time it is polled.
async fn stop() {
    let mut is_again = false;
    poll_fn(move |_| if std::mem::replace(&mut is_again, true) { Poll::Ready(()) } else { Poll::Pending }).await;
}

/// Runs a computation to completion. Polling again is enough because it only yields in [`Progress::piece`].
pub fn block_on<T>(work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(done) = work.as_mut().poll(&mut context) {
            return done;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_stops_now_and_then_and_says_how_far_it_is() {
        let progress = Progress::default();
        let mut work = pin!(async {
            for _ in 0..3 * PIECES {
                progress.piece().await;
            }
            progress.begin(Phase("stages"));
            "done"
        });
        let mut context = Context::from_waker(Waker::noop());
        for stops in 1..=3 {
            assert!(work.as_mut().poll(&mut context).is_pending());
            assert_eq!(progress.at(), (Phase(""), stops * PIECES));
        }
        assert_eq!(work.as_mut().poll(&mut context), Poll::Ready("done"));
        assert_eq!(progress.at(), (Phase("stages"), 0));
    }
}
