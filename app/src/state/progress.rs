//! Reports the progress of long-running work.

use leptos::prelude::*;

use crate::model::busy::Busy;
use crate::state::editor::Editor;

impl Editor {
    /// Reports the progress of a long-running task, with the completed share from 0 to 1, or 0 if it is unknown.
    /// Returns whether the task should continue.
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

    /// Ends the progress report.
    pub fn end_progress(&self) {
        self.busy.set(None);
    }
}
