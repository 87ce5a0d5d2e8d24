//! The lazily loaded parts of the program: their loading state, and the tables of functions that they fill in.
//!
//! Code that the first screen does not need is in separate WebAssembly modules: one that all languages share, which is
//! fetched once the page is shown, and one with the services of each language, which is fetched once a file of that language
//! is open. The functions that the rest of the program calls in the shared module are listed in tables, each declared as a
//! static [`Slot`] in the layer that calls them; when the module arrives, it fills the slots (`crate::lazy`). This lets lower
//! layers call upper ones without importing them, and the compiler still checks that no function is missing.

use std::pin::Pin;
use std::sync::OnceLock;

use descriptorium_core::language::Language;
use descriptorium_core::semantics::{Provided, Services};
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
pub enum LoadState {
    /// Being fetched.
    Loading,
    Loaded,
    /// It could not be fetched.
    Failed,
}

impl LoadState {
    /// The value of the attribute that shows the state in the page.
    pub fn name(self) -> &'static str {
        match self {
            LoadState::Loading => "coming",
            LoadState::Loaded => "here",
            LoadState::Failed => "missing",
        }
    }

    /// The state of several modules together.
    pub fn of_all(modules: impl Iterator<Item = LoadState>) -> Self {
        let worse = |one: LoadState, other: LoadState| match (one, other) {
            (LoadState::Failed, _) | (_, LoadState::Failed) => LoadState::Failed,
            (LoadState::Loading, _) | (_, LoadState::Loading) => LoadState::Loading,
            (LoadState::Loaded, LoadState::Loaded) => LoadState::Loaded,
        };
        modules.fold(LoadState::Loaded, worse)
    }
}

/// Something that is being fetched.
pub type Fetched<T> = Pin<Box<dyn Future<Output = T>>>;

/// Fetches the shared module, fills its slots, and returns whether that succeeded.
pub type Loader = fn() -> Fetched<bool>;

/// The modules that are loaded lazily.
#[derive(Clone, Copy)]
pub struct Modules {
    /// The state of the module that all languages share.
    pub shared: RwSignal<LoadState>,
    /// The state of the module of each language; `None` before it is needed.
    services: RwSignal<[Option<LoadState>; Language::ALL.len()]>,
    provided: StoredValue<Provided>,
    pub load: Loader,
}

impl Modules {
    /// The modules, before any of them is fetched.
    pub fn new(load: Loader) -> Self {
        Modules {
            shared: RwSignal::new(LoadState::Loading),
            services: RwSignal::new([None; Language::ALL.len()]),
            provided: StoredValue::new(Provided::NONE),
            load,
        }
    }

    /// The services that have been loaded.
    pub fn provided(self) -> Provided {
        self.provided.get_value()
    }

    /// The state of all modules that were needed so far; reactive.
    pub fn load_state(self) -> LoadState {
        let services = self.services.get().into_iter().flatten();
        LoadState::of_all(services.chain([self.shared.get()]))
    }

    /// The languages whose modules could not be fetched.
    pub fn failed(self) -> impl Iterator<Item = Language> {
        let services = self.services.get_untracked();
        Language::ALL.into_iter().filter(move |language| services[*language as usize] == Some(LoadState::Failed))
    }

    /// Forgets modules that could not be fetched, since the files that needed them are not open any more.
    pub fn forget_failed(self) {
        for language in self.failed() {
            self.services.update(|services| services[language as usize] = None);
        }
    }

    /// Whether the shared functions have been loaded.
    pub fn is_shared_loaded(self) -> bool {
        self.shared.get_untracked() == LoadState::Loaded
    }

    /// The state of the module of a language, if it was needed yet.
    pub fn load_state_of(self, language: Language) -> Option<LoadState> {
        self.services.with_untracked(|services| services[language as usize])
    }

    /// Sets the state of the module of a language.
    pub fn set_load_state(self, language: Language, state: LoadState) {
        self.services.update(|services| services[language as usize] = Some(state));
    }

    /// Provides the services of a language.
    pub fn provide(self, language: Language, services: &'static Services) {
        self.provided.update_value(|provided| *provided = provided.with(language, services));
        self.set_load_state(language, LoadState::Loaded);
    }
}
