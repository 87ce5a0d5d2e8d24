//! The light or dark theme: the one of the system, until the user chooses one.

use leptos::prelude::*;

use crate::browser::dom::{remember, remembered};

const KEY: &str = "descriptorium.theme";

/// The chosen theme; `None` means that of the system.
#[derive(Clone, Copy)]
pub struct Theme {
    chosen: RwSignal<Option<bool>>,
}

impl Theme {
    /// The stored choice; none if the browser refuses storage.
    pub fn stored() -> Self {
        let chosen = RwSignal::new(remembered(KEY).map(|name| name == "dark"));
        Effect::new(move |_| {
            let root = document().document_element();
            let name = chosen.get().map(|dark| if dark { "dark" } else { "light" });
            // The style sheet evaluates this attribute; without it, it follows the system.
            let _ = root.map(|root| match name {
                Some(name) => root.set_attribute("data-theme", name),
                None => root.remove_attribute("data-theme"),
            });
        });
        Theme { chosen }
    }

    pub fn is_dark(self) -> bool {
        self.chosen.get().unwrap_or_else(system_is_dark)
    }

    /// Uses the dark theme, the light one, or that of the system.
    pub fn choose(self, dark: Option<bool>) {
        self.chosen.set(dark);
    }

    pub fn toggle(self) {
        let dark = !self.chosen.get_untracked().unwrap_or_else(system_is_dark);
        self.chosen.set(Some(dark));
        remember(KEY, Some(if dark { "dark" } else { "light" }));
    }
}

fn system_is_dark() -> bool {
    let query = window().match_media("(prefers-color-scheme: dark)");
    query.ok().flatten().is_some_and(|query| query.matches())
}
