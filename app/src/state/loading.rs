//! Loads the lazily loaded modules once the page is visible and files need them, and lets actions wait for them. If one
//! cannot be fetched, the user sees an error and can try again; everything already loaded keeps working.

use std::time::Duration;

use descriptorium_core::language::Language;
use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::state::editor::Editor;
use crate::state::modules::{LoadState, Slot};
use crate::state::operations::OPERATIONS;
use crate::words::shell as words;

impl Editor {
    /// Fetches the shared module once the page is visible.
    pub fn load_modules_soon(self) {
        request_animation_frame(move || set_timeout(move || self.load_modules(), Duration::ZERO));
    }

    /// Fetches the shared module, retrying after a failure, and modules of languages that could not be fetched.
    pub fn load_modules(self) {
        if !self.modules.is_shared_loaded() {
            self.modules.shared.set(LoadState::Loading);
            // The result is in the state.
            spawn_local(async move { drop(self.loaded().await) });
        }
        for language in self.modules.failed() {
            self.fetch_services(language);
        }
    }

    /// Waits until the shared module has arrived; the first time, files are checked and watched from then on.
    ///
    /// # Errors
    ///
    /// If the module could not be fetched. The error is a message for the user.
    pub async fn loaded(self) -> Result<(), String> {
        if self.modules.is_shared_loaded() {
            return Ok(());
        }
        let has_arrived = (self.modules.load)().await;
        // Another caller may have waited for it too.
        if self.modules.is_shared_loaded() {
            return Ok(());
        }
        if !has_arrived {
            self.modules.shared.set(LoadState::Failed);
            return Err(words::module_failed().to_owned());
        }
        self.modules.shared.set(LoadState::Loaded);
        if let Some(operations) = OPERATIONS.get() {
            // Services first, so that actions waiting for the module do not have to wait for the check of all files.
            self.serve(operations.settings);
            (operations.surround)(self);
        }
        self.check();
        if let Some(operations) = OPERATIONS.get() {
            (operations.watch_files)(self);
        }
        Ok(())
    }

    /// Fetches the services of a language, once the shared module is there.
    pub fn fetch_services(self, language: Language) {
        self.modules.set_load_state(language, LoadState::Loading);
        if let Some(operations) = OPERATIONS.get() {
            // The result is in the state.
            spawn_local(async move { drop((operations.services)(self, language).await) });
        }
    }

    /// Calls `then` with a lazily loaded table of functions, now or as soon as it has arrived. If it cannot be fetched, the
    /// user sees an error.
    pub fn when_loaded<T>(self, table: &'static Slot<T>, then: impl FnOnce(&'static T) + 'static) {
        self.when(table, None, then);
    }

    /// The same, with the services for the file at `path` loaded too.
    pub fn when_served<T>(self, table: &'static Slot<T>, path: &FilePath, then: impl FnOnce(&'static T) + 'static) {
        let analysis = self.analysis.get_untracked();
        let language = analysis.file(path).and_then(|file| file.language);
        self.when(table, language.filter(|_| !analysis.is_served(path)), then);
    }

    /// The same for the open file.
    pub fn when_served_here<T>(self, table: &'static Slot<T>, then: impl FnOnce(&'static T) + 'static) {
        match self.file.get_untracked() {
            Some(path) => self.when_served(table, &path, then),
            None => self.when_loaded(table, then),
        }
    }

    fn when<T>(self, table: &'static Slot<T>, lacked: Option<Language>, then: impl FnOnce(&'static T) + 'static) {
        if let (Some(functions), None) = (table.get(), lacked) {
            return then(functions);
        }
        let then = move || {
            if let Some(functions) = table.get() {
                then(functions);
            }
        };
        self.then_when_loaded(lacked, Box::new(then));
    }

    /// The part of [`Editor::when`] that is the same for all tables and actions, so that it is compiled once.
    fn then_when_loaded(self, lacked: Option<Language>, then: Box<dyn FnOnce()>) {
        self.say(words::loading());
        spawn_local(async move {
            let mut arrived = self.loaded().await;
            if let (Ok(()), Some(language), Some(operations)) = (&arrived, lacked, OPERATIONS.get()) {
                arrived = (operations.services)(self, language).await;
            }
            match arrived {
                Ok(()) => then(),
                Err(why) => self.fail(&why),
            }
        });
    }
}
