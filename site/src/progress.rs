//! Reports progress on standard error if a step takes longer than a second.

use std::io::{IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::printable;

/// Reports a step until it is dropped.
#[derive(Debug)]
pub struct Progress {
    done: Option<Sender<()>>,
    printer: Option<JoinHandle<()>>,
}

impl Progress {
    pub fn start(what: impl Into<String>) -> Self {
        let what = printable::line(&what.into()).into_owned();
        let (done, stopped) = mpsc::channel();
        let printer = thread::spawn(move || {
            let start = Instant::now();
            let terminal = std::io::stderr().is_terminal();
            let mut is_printed = false;
            // A terminal shows the elapsed seconds; a log contains the line once.
            while stopped.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout) {
                if terminal {
                    let _ = write!(std::io::stderr(), "\r{what} ({} s)", start.elapsed().as_secs());
                } else if !is_printed {
                    let _ = writeln!(std::io::stderr(), "{what}");
                }
                is_printed = true;
            }
            if is_printed && terminal {
                let _ = writeln!(std::io::stderr());
            }
        });
        Progress { done: Some(done), printer: Some(printer) }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.done.take());
        if let Some(printer) = self.printer.take() {
            let _ = printer.join();
        }
    }
}
