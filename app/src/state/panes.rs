//! Which of the panes beside the canvas are open. The browser remembers it.

use leptos::prelude::*;

use crate::browser::dom::{remember, remembered};

/// The key under which the browser remembers the closed panes.
const CLOSED: &str = "descriptorium.closed-panes";

/// The panes beside the canvas.
#[derive(Clone, Copy)]
pub struct Panes {
    /// Whether the files and the palette are visible.
    pub files: RwSignal<bool>,
    /// Whether the text and the other views of the open file are visible.
    pub views: RwSignal<bool>,
}

impl Panes {
    pub fn remembered() -> Self {
        let closed = remembered(CLOSED).unwrap_or_default();
        let is_open = |name: &str| RwSignal::new(!closed.split(' ').any(|closed| closed == name));
        Panes { files: is_open("files"), views: is_open("views") }
    }

    /// Opens or closes a pane.
    pub fn set(self, pane: RwSignal<bool>, is_open: bool) {
        if pane.get_untracked() == is_open {
            return;
        }
        pane.set(is_open);
        let closed = [("files", self.files), ("views", self.views)];
        let closed: Vec<&str> =
            closed.into_iter().filter(|(_, pane)| !pane.get_untracked()).map(|(name, _)| name).collect();
        remember(CLOSED, Some(closed.join(" ").as_str()).filter(|closed| !closed.is_empty()));
    }

    pub fn toggle(self, pane: RwSignal<bool>) {
        self.set(pane, !pane.get_untracked());
    }

    /// Closes all panes beside the canvas; opens them if all are closed.
    pub fn toggle_all(self) {
        let are_closed = !self.files.get_untracked() && !self.views.get_untracked();
        self.set(self.files, are_closed);
        self.set(self.views, are_closed);
    }
}
