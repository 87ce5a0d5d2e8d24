//! Loads the lazily loaded module once the page is shown, and lets actions wait for it. If it cannot be fetched, the user
//! sees an error and can try again; everything already loaded keeps working.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::state::editor::Editor;
use crate::state::modules::{Arrival, Slot};
use crate::state::operations::OPERATIONS;
use crate::words::shell as words;

impl Editor {
    /// Fetches the lazily loaded module once the page has been shown.
    pub fn load_modules_soon(self) {
        request_animation_frame(move || set_timeout(move || self.load_modules(), Duration::ZERO));
    }

    /// Fetches the lazily loaded module, retrying after a failure.
    pub fn load_modules(self) {
        self.modules.arrival.set(Arrival::Coming);
        // Whether it came is in the state.
        spawn_local(async move { drop(self.loaded().await) });
    }

    /// Waits until the lazily loaded module has arrived; the first time, files are checked and watched from then on.
    ///
    /// # Errors
    ///
    /// If the module could not be fetched. The error is a message for the user.
    pub async fn loaded(self) -> Result<(), String> {
        if self.modules.are_here() {
            return Ok(());
        }
        let has_arrived = (self.modules.load)().await;
        // Another caller may have waited for it too.
        if self.modules.are_here() {
            return Ok(());
        }
        if !has_arrived {
            self.modules.arrival.set(Arrival::Missing);
            return Err(words::part_missing().to_owned());
        }
        self.modules.arrival.set(Arrival::Here);
        if let Some(operations) = OPERATIONS.get() {
            // Services first, so that actions waiting for the module do not have to wait for the check of all files.
            self.serve((operations.services)(), operations.settings);
        }
        self.check();
        if let Some(operations) = OPERATIONS.get() {
            (operations.watch_files)(self);
        }
        Ok(())
    }

    /// Calls `then` with a lazily loaded table of functions, now or as soon as it has arrived. If it cannot be fetched, the
    /// user sees an error.
    pub fn when_loaded<T>(self, table: &'static Slot<T>, then: impl FnOnce(&'static T) + 'static) {
        if let Some(functions) = table.get() {
            return then(functions);
        }
        self.then_when_loaded(Box::new(move || {
            if let Some(functions) = table.get() {
                then(functions);
            }
        }));
    }

    /// The part of [`Editor::when_loaded`] that is the same for all tables and actions, so that it is compiled once.
    fn then_when_loaded(self, then: Box<dyn FnOnce()>) {
        self.say(words::one_moment());
        spawn_local(async move {
            match self.loaded().await {
                Ok(()) => then(),
                Err(why) => self.fail(&why),
            }
        });
    }
}
