//! The language of the interface: the one the page starts with (`boot.js`), until the user chooses another.

use std::sync::atomic::{AtomicUsize, Ordering};

use leptos::prelude::*;

/// A language of the interface; each has a column in the table of [`crate::words`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Locale {
    English,
    German,
}

/// The current column of the table.
static COLUMN: AtomicUsize = AtomicUsize::new(0);

impl Locale {
    pub const ALL: [Locale; 2] = [Locale::English, Locale::German];

    /// The name of the language in that language.
    pub fn name(self) -> &'static str {
        match self {
            Locale::English => "English",
            Locale::German => "Deutsch",
        }
    }

    /// The BCP 47 tag.
    pub fn tag(self) -> &'static str {
        match self {
            Locale::English => "en",
            Locale::German => "de",
        }
    }

    /// The language of a BCP 47 tag, if the interface is available in it.
    pub fn of_tag(tag: &str) -> Option<Locale> {
        Locale::ALL.into_iter().find(|locale| locale.tag() == tag)
    }

    /// The language of the page, from its `lang` attribute.
    pub fn of_page() -> Locale {
        let tag = document().document_element().and_then(|root| root.get_attribute("lang"));
        let locale = tag.and_then(|tag| Locale::of_tag(&tag)).unwrap_or(Locale::English);
        COLUMN.store(locale as usize, Ordering::Relaxed);
        locale
    }

    /// Makes this the current language of the interface.
    pub fn set_current(self) {
        COLUMN.store(self as usize, Ordering::Relaxed);
    }

    /// The current language.
    pub fn current() -> Locale {
        Locale::ALL.get(COLUMN.load(Ordering::Relaxed)).copied().unwrap_or(Locale::English)
    }
}
