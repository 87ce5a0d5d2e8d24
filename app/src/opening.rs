//! A catalog is opened, and it is found out what is wrong with it: both in slices, as there may be thousands of files.
//! Whoever opens it waits for the first, and can give it up; the second goes on while they work.

use std::sync::Arc;

use descriptorium_core::analysis::{Analysis, Checking};
use descriptorium_core::rules::stated::Stated;
use descriptorium_core::workspace::{SourceFile, Workspace};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::busy::Slices;
use crate::editor::Editor;
use crate::history::History;
use crate::save::Disk;
use crate::server::Served;
use crate::words::files as words;

/// A catalog that is asked for. Of two, the one counts that was asked for last.
#[derive(Clone, Copy, Debug)]
pub struct Opening {
    number: u32,
    /// Whether something was not saved then, which whoever asks for it was asked about.
    was_changed: bool,
}

impl Editor {
    /// Begins with these files, as they are on disk, forgetting whatever was open. The error says why it was given up.
    pub async fn open(self, opening: Opening, served: Served, stated: Stated, files: Disk) -> Result<(), String> {
        let analysis = self.read(opening, &stated, &files).await;
        if !self.is_awaited(opening) {
            return Err(words::cancelled().to_owned());
        }
        self.rest();
        let analysis = analysis?;
        let is_new = !opening.was_changed && self.is_changed();
        if is_new && !window().confirm_with_message(words::open_another()).unwrap_or(false) {
            return Err(words::cancelled().to_owned());
        }
        self.begin_with(served, History::new(analysis, stated), files);
        self.check();
        Ok(())
    }

    /// A catalog that is asked for now.
    pub fn begin_opening(self) -> Opening {
        self.opening.update_value(|number| *number += 1);
        Opening { number: self.opening.get_value(), was_changed: untrack(|| self.is_changed()) }
    }

    /// Whether nothing else was asked for since.
    pub fn is_awaited(self, opening: Opening) -> bool {
        self.opening.get_value() == opening.number
    }

    /// What is known of the files but what is wrong.
    async fn read(self, opening: Opening, stated: &Stated, files: &Disk) -> Result<Analysis, String> {
        let mut slices = Slices::begin();
        let mut pause = async |n_read: usize| {
            if !slices.is_over() {
                return Ok(());
            }
            // To read a file takes as long as to find out what it speaks of.
            let share = n_read as f64 / (2 * files.len()) as f64;
            if !self.go_on(words::opening(files.len()), share) {
                return Err(words::cancelled().to_owned());
            }
            slices.rest().await;
            if self.is_awaited(opening) { Ok(()) } else { Err(words::cancelled().to_owned()) }
        };
        let mut workspace = Workspace::default();
        for (at, (path, saved)) in files.iter().enumerate() {
            workspace.insert(Arc::new(SourceFile::new(path.clone(), Arc::clone(&saved.text))));
            pause(at + 1).await?;
        }
        let settings = stated.with_catalog(&workspace).settings();
        let mut reading = Checking::new(None, workspace, settings, None);
        while reading.next_file() {
            pause(2 * files.len() - reading.n_left()).await?;
        }
        Ok(reading.finish())
    }

    /// Finds out what is wrong with all files, unless that is known or being found out: what is quick at once, what is not
    /// while the page lives.
    pub fn check(self) {
        let Some(part) = self.part.here() else { return };
        let analysis = self.analysis.get_untracked();
        if analysis.is_checked() || self.checking.with_untracked(Option::is_some) {
            return;
        }
        let mut checking = analysis.checking(part.check);
        let mut slices = Slices::begin();
        while !slices.is_over() {
            if !checking.next_file() {
                self.learn(&checking.finish());
                // They may be judged otherwise by now.
                return self.check();
            }
        }
        let (number, n_files) = (self.begun.get_value(), analysis.workspace().files().count());
        self.checking.set(Some(0));
        spawn_local(async move {
            slices.rest().await;
            while self.begun.get_value() == number && checking.next_file() {
                if slices.is_over() {
                    self.checking.set(Some(100 - 100 * checking.n_left() / n_files));
                    slices.rest().await;
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
