//! The lazily loaded part of the program: how far loading it is, and the tables of functions that it fills in.
//!
//! Code that is not needed for the first screen is in a WebAssembly module of its own, which is fetched once the page is
//! shown. What the rest of the program calls of it is listed in tables of functions, each declared as a static [`Slot`] in
//! the layer that calls them; when the module has arrived, it fills the slots (`crate::lazy`). So lower layers call
//! upper ones without importing them, and the compiler sees that no function is missing.

use std::pin::Pin;
use std::sync::OnceLock;

use leptos::prelude::*;

/// A place for a table of functions that are loaded lazily.
pub struct Slot<T: 'static>(OnceLock<&'static T>);

impl<T> Slot<T> {
    /// A slot that nothing has been put into.
    pub const fn new() -> Self {
        Slot(OnceLock::new())
    }

    /// Puts a table in. One that is there already stays.
    pub fn fill(&self, table: &'static T) {
        // It is the same table: a module is fetched again only where it did not arrive.
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

/// How far the loading of a module is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrival {
    /// On its way.
    Coming,
    Here,
    /// It could not be fetched.
    Missing,
}

impl Arrival {
    /// Its name in the page.
    pub fn name(self) -> &'static str {
        match self {
            Arrival::Coming => "coming",
            Arrival::Here => "here",
            Arrival::Missing => "missing",
        }
    }
}

/// Fetches a module and fills its slots; whether that was possible.
pub type Loader = fn() -> Pin<Box<dyn Future<Output = bool>>>;

/// The modules that are loaded lazily.
#[derive(Clone, Copy)]
pub struct Modules {
    pub arrival: RwSignal<Arrival>,
    pub load: Loader,
}

impl Modules {
    /// The modules, none of which is fetched yet.
    pub fn new(load: Loader) -> Self {
        Modules { arrival: RwSignal::new(Arrival::Coming), load }
    }

    /// Whether the functions are there.
    pub fn are_here(self) -> bool {
        self.arrival.get_untracked() == Arrival::Here
    }

    /// Whether they could not be fetched, for a view.
    pub fn are_missing(self) -> bool {
        self.arrival.get() == Arrival::Missing
    }
}
