//! Opens and checks a catalog. Both happen in slices, as there may be thousands of files. The user waits for the
//! opening and can cancel it; the check runs in the background.

use std::sync::Arc;

use descriptorium_core::analysis::{Analysis, Checking};
use descriptorium_core::settings::Settings;
use descriptorium_core::workspace::{SourceFile, Workspace};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::slices::Slices;
use crate::model::disk::{Disk, FileSource, Served};
use crate::model::history::History;
use crate::model::openings::{Openings, Turn};
use crate::model::snapshot::StatedSettings;
use crate::state::editor::Editor;
use crate::state::modules::LoadState;
use crate::state::operations::OPERATIONS;
use crate::words::files as words;

/// A request to open a catalog. Dropping it withdraws the request.
pub struct Opening {
    editor: Editor,
    number: u32,
    /// Whether there were unsaved changes at the time of the request; the caller has asked about them.
    was_changed: bool,
}

impl Drop for Opening {
    fn drop(&mut self) {
        self.editor.openings.update_value(|openings| openings.end(self.number));
    }
}

impl Opening {
    fn turn(&self) -> Turn {
        self.editor.openings.with_value(|openings| openings.turn(self.number))
    }

    /// Whether no later request has succeeded.
    pub fn is_awaited(&self) -> bool {
        self.turn() != Turn::Over
    }

    /// Reports the progress, unless there is a later request. Fails if the user has cancelled.
    pub fn report_progress(&self, message: String, share: f64) -> Result<(), String> {
        match self.turn() {
            Turn::Now if !self.editor.report_progress(message, share) => Err(words::cancelled().to_owned()),
            Turn::Now | Turn::Waits => Ok(()),
            Turn::Over => Err(words::cancelled().to_owned()),
        }
    }

    /// Ends the progress report.
    pub fn end_progress(&self) {
        if self.turn() == Turn::Now {
            self.editor.end_progress();
        }
    }

    /// Waits until later requests have finished. Fails if one of them has succeeded.
    async fn wait(&self, slices: &mut Slices) -> Result<(), String> {
        while self.turn() == Turn::Waits {
            slices.yield_now().await;
        }
        if self.is_awaited() { Ok(()) } else { Err(words::cancelled().to_owned()) }
    }
}

impl Editor {
    /// Opens these files and replaces everything that is open. Fails with the reason if it was cancelled.
    pub async fn open(
        self,
        opening: &Opening,
        served: Served,
        stated: StatedSettings,
        files: Disk,
    ) -> Result<(), String> {
        let analysis = self.read(opening, &files).await;
        opening.end_progress();
        let analysis = analysis?;
        let is_of_host = served.source == FileSource::Host;
        // A host is the only source of files, and decides itself when it replaces them.
        if is_of_host != self.host.is_present {
            return Err(words::cancelled().to_owned());
        }
        let is_new = !is_of_host && !opening.was_changed && self.is_changed();
        if is_new && !window().confirm_with_message(words::open_another()).unwrap_or(false) {
            return Err(words::cancelled().to_owned());
        }
        self.openings.update_value(|openings| openings.succeed(opening.number));
        let mut history = History::new(analysis, stated);
        // The module may have arrived while the files were read.
        if let Some(operations) = OPERATIONS.get() {
            history.serve(self.modules.provided(), operations.settings);
        }
        history.keep_steps(!untrack(|| self.host.undoes()));
        self.begin_with(served, history, files);
        if let Some(operations) = OPERATIONS.get() {
            (operations.surround)(self);
        }
        self.check();
        Ok(())
    }

    /// Requests to open a catalog.
    pub fn begin_opening(self) -> Opening {
        // A request that was cancelled but does not know it yet must not replace this one.
        if self.busy.with_untracked(|busy| busy.as_ref().is_some_and(|busy| busy.is_stopped)) {
            self.openings.update_value(Openings::give_up_last);
            self.end_progress();
        }
        let number = self.openings.try_update_value(Openings::begin).unwrap_or_default();
        Opening { editor: self, number, was_changed: untrack(|| self.is_changed()) }
    }

    /// The analysis of the files, without checks.
    async fn read(self, opening: &Opening, files: &Disk) -> Result<Analysis, String> {
        let mut slices = Slices::begin();
        let mut pause = async |n_read: usize| {
            if !slices.is_over() {
                return Ok(());
            }
            // Reading a file takes as long as resolving its references.
            let share = n_read as f64 / (2 * files.len()) as f64;
            opening.report_progress(words::opening(files.len()), share)?;
            slices.yield_now().await;
            opening.wait(&mut slices).await
        };
        let mut workspace = Workspace::default();
        for (at, (path, saved)) in files.iter().enumerate() {
            workspace.insert(Arc::new(SourceFile::new(path.clone(), Arc::clone(&saved.text))));
            pause(at + 1).await?;
        }
        let mut reading = Checking::new(None, self.modules.provided(), workspace, Settings::default(), None);
        while reading.next_file() {
            pause(2 * files.len() - reading.n_left()).await?;
        }
        opening.wait(&mut Slices::begin()).await?;
        Ok(reading.finish())
    }

    /// Checks all files, unless they are checked already or a check is running: the fast checks at once, the others in
    /// slices.
    pub fn check(self) {
        self.settle_soon();
        let Some(operations) = OPERATIONS.get() else { return };
        let analysis = self.analysis.get_untracked();
        let lacking = analysis.lacking();
        for language in &lacking {
            if self.modules.load_state_of(*language).is_none() {
                self.fetch_services(*language);
            }
        }
        if analysis.is_checked() || self.checking.with_untracked(Option::is_some) {
            return;
        }
        // The check starts when the services that are being fetched have arrived or failed.
        if lacking.into_iter().any(|language| self.modules.load_state_of(language) == Some(LoadState::Loading)) {
            return;
        }
        let mut checking = analysis.checking(operations.check, self.modules.provided());
        let mut slices = Slices::begin();
        while !slices.is_over() {
            if !checking.next_file() {
                self.learn(&checking.finish());
                // Their settings may have changed in the meantime.
                return self.check();
            }
        }
        let (number, n_files) = (self.begun.get_value(), analysis.workspace().files().count());
        self.checking.set(Some(0));
        spawn_local(async move {
            slices.yield_now().await;
            while self.begun.get_value() == number && checking.next_file() {
                if slices.is_over() {
                    self.checking.set(Some(100 - 100 * checking.n_left() / n_files));
                    slices.yield_now().await;
                }
            }
            self.checking.set(None);
            if self.begun.get_value() == number {
                self.learn(&checking.finish());
            }
            self.check();
        });
    }
}
