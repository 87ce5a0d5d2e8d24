//! Reports the progress of long-running work.

use leptos::prelude::*;

use crate::model::busy::Busy;
use crate::state::editor::Editor;

impl Editor {
    /// Says how far something is that takes a while, and which share of it that is, from 0 to 1, or 0 where that is not
    /// known; whether it is to go on.
    pub fn report_progress(&self, label: String, share: f64) -> bool {
        let label =
            if share > 0.0 { format!("{label}, {}", crate::words::canvas::percent(share * 100.0)) } else { label };
        let before = self.busy.get_untracked();
        let is_stopped = before.as_ref().is_some_and(|busy| busy.is_stopped);
        if !is_stopped {
            self.busy.set(Some(Busy::next(before, label, share)));
        }
        !is_stopped
    }

    /// It is over, one way or another.
    pub fn end_progress(&self) {
        self.busy.set(None);
    }
}
