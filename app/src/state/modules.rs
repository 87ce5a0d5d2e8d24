//! The lazily loaded part of the program: its loading state, and the tables of functions that it fills in.
//!
//! Code that the first screen does not need is in a separate WebAssembly module, which is fetched once the page is shown.
//! The functions that the rest of the program calls in it are listed in tables, each declared as a static [`Slot`] in the
//! layer that calls them; when the module arrives, it fills the slots (`crate::lazy`). This lets lower layers call upper
//! ones without importing them, and the compiler still checks that no function is missing.

use std::pin::Pin;
use std::sync::OnceLock;

use leptos::prelude::*;

/// A slot for a table of lazily loaded functions.
pub struct Slot<T: 'static>(OnceLock<&'static T>);

impl<T> Slot<T> {
    /// An empty slot.
    pub const fn new() -> Self {
        Slot(OnceLock::new())
    }

    /// Fills the slot, unless it is already filled.
    pub fn fill(&self, table: &'static T) {
        // A second table can only be the same one: a module is fetched again only if it did not arrive.
        let _ = self.0.set(table);
    }

    /// The table, once its module has been loaded.
    pub fn get(&self) -> Option<&'static T> {
        self.0.get().copied()
    }
}

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Slot::new()
    }
}

/// The loading state of a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrival {
    /// Being fetched.
    Coming,
    Here,
    /// It could not be fetched.
    Missing,
}

impl Arrival {
    /// The value of the attribute that shows the state in the page.
    pub fn name(self) -> &'static str {
        match self {
            Arrival::Coming => "coming",
            Arrival::Here => "here",
            Arrival::Missing => "missing",
        }
    }
}

/// Fetches a module, fills its slots, and returns whether that succeeded.
pub type Loader = fn() -> Pin<Box<dyn Future<Output = bool>>>;

/// The modules that are loaded lazily.
#[derive(Clone, Copy)]
pub struct Modules {
    pub arrival: RwSignal<Arrival>,
    pub load: Loader,
}

impl Modules {
    /// The modules, before any of them is fetched.
    pub fn new(load: Loader) -> Self {
        Modules { arrival: RwSignal::new(Arrival::Coming), load }
    }

    /// Whether the functions have been loaded.
    pub fn are_here(self) -> bool {
        self.arrival.get_untracked() == Arrival::Here
    }

    /// Whether fetching failed; reactive.
    pub fn are_missing(self) -> bool {
        self.arrival.get() == Arrival::Missing
    }
}
