//! The page around the modeller, if it provides the files: its options, and requests to it.

use std::pin::Pin;

use leptos::prelude::*;
use serde_json::Value;

use crate::browser::dom::is_hosted;
use crate::model::protocol::HostPane;
use crate::words::host as words;

/// The answer to a request, or why there is none.
pub type Answer = Pin<Box<dyn Future<Output = Result<Value, String>>>>;

/// Sends requests to the host.
pub type Ask = Box<dyn Fn(&'static str, Value) -> Answer>;

/// The options that a host sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The visible panes, as bits.
    panes: u8,
    /// Whether the toolbar and the status line are visible.
    pub controls: bool,
    /// Whether there is a button to save.
    pub save: bool,
    /// Whether the host has the history of undo instead of the modeller.
    pub undoes: bool,
}

impl Options {
    pub fn set_panes(&mut self, panes: impl Iterator<Item = HostPane>) {
        self.panes = panes.fold(0, |panes, pane| panes | pane.bit());
    }
}

/// The page around the modeller.
#[derive(Clone, Copy)]
pub struct Host {
    /// Whether a host provides the files.
    pub is_present: bool,
    pub options: RwSignal<Options>,
    /// The text that the user searches for in the palette.
    pub sought: RwSignal<String>,
    ask: StoredValue<Option<Ask>, LocalStorage>,
}

impl Host {
    /// The host of this page, which is not connected yet.
    pub fn of_page() -> Self {
        let mut options = Options { panes: 0, controls: true, save: true, undoes: false };
        let is_present = is_hosted();
        // Until a host has chosen, nothing is loaded that it may leave out.
        let panes: &[HostPane] = if is_present { &[HostPane::Canvas] } else { &HostPane::ALL };
        options.set_panes(panes.iter().copied());
        Host {
            is_present,
            options: RwSignal::new(options),
            sought: RwSignal::new(String::new()),
            ask: StoredValue::new_local(None),
        }
    }

    /// Sends requests over this connection from now on, or over none.
    pub fn connect(self, ask: Option<Ask>) {
        self.ask.set_value(ask);
    }

    /// Whether a pane is visible; reactive.
    pub fn shows(self, pane: HostPane) -> bool {
        self.options.with(|options| options.panes & pane.bit() != 0)
    }

    /// Whether the pane of the files and the palette is visible; reactive.
    pub fn shows_left(self) -> bool {
        self.shows(HostPane::Files) || self.shows(HostPane::Palette)
    }

    /// Whether any view of the open file is visible; reactive.
    pub fn shows_views(self) -> bool {
        [HostPane::Text, HostPane::Findings, HostPane::Inspector, HostPane::Preview]
            .into_iter()
            .any(|pane| self.shows(pane))
    }

    /// Whether the toolbar and the status line are visible; reactive.
    pub fn has_controls(self) -> bool {
        self.options.with(|options| options.controls)
    }

    /// Whether there is a button to save; reactive.
    pub fn has_save(self) -> bool {
        self.options.with(|options| options.save)
    }

    /// Whether the host has the history of undo; reactive.
    pub fn undoes(self) -> bool {
        self.options.with(|options| options.undoes)
    }

    /// Sends a request and waits for the answer.
    ///
    /// # Errors
    ///
    /// The host refuses, does not answer in time, or is not connected. The error is a message for the user.
    pub fn ask(self, method: &'static str, params: Value) -> Answer {
        let asked = self.ask.with_value(|ask| ask.as_ref().map(|ask| ask(method, params)));
        asked.unwrap_or_else(|| Box::pin(async { Err(words::no_host().to_owned()) }))
    }
}
