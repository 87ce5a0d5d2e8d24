//! Long work in small pieces: whoever asked for it can do something else between two of them, see how far it is, and
//! give it up by dropping it. Nothing here knows a clock.

use std::cell::Cell;
use std::future::poll_fn;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// After so many pieces there is a place to stop.
const PIECES: usize = 16;

/// How far the computation of a preview is.
#[derive(Debug, Default)]
pub struct Progress {
    phase: Cell<Phase>,
    /// The pieces of this phase that are done.
    done: Cell<usize>,
}

/// What is being computed, by what is counted: `instances`. Empty for a phase in which nothing is counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Phase(pub &'static str);

impl Progress {
    /// What is being worked out, and how many pieces of it are done.
    pub fn at(&self) -> (Phase, usize) {
        (self.phase.get(), self.done.get())
    }

    pub fn begin(&self, phase: Phase) {
        if self.phase.replace(phase) != phase {
            self.done.set(0);
        }
    }

    /// A piece is done: now and then a place to stop.
    pub async fn piece(&self) {
        let done = self.done.get() + 1;
        self.done.set(done);
        if done.is_multiple_of(PIECES) {
            stop().await;
        }
    }
}

/// Ready when it is asked again.
async fn stop() {
    let mut is_again = false;
    poll_fn(move |_| if std::mem::replace(&mut is_again, true) { Poll::Ready(()) } else { Poll::Pending }).await;
}

/// Does it all at once: what only ever stops at [`Progress::piece`] can go on at once.
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
