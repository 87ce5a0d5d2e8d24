//! The language of the interface: the one the page starts with (`boot.js`), until the user chooses another.

use std::sync::atomic::{AtomicUsize, Ordering};

use leptos::prelude::*;

/// A language that the interface speaks; each has a column in the table of [`crate::words`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Locale {
    English,
    German,
}

/// The column of the table that is read.
static COLUMN: AtomicUsize = AtomicUsize::new(0);

impl Locale {
    pub const ALL: [Locale; 2] = [Locale::English, Locale::German];

    /// What it is called in itself.
    pub fn name(self) -> &'static str {
        match self {
            Locale::English => "English",
            Locale::German => "Deutsch",
        }
    }

    /// Its tag by BCP 47.
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

    /// The one that the page says it is in.
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

    /// The one that is spoken.
    pub fn current() -> Locale {
        Locale::ALL.get(COLUMN.load(Ordering::Relaxed)).copied().unwrap_or(Locale::English)
    }
}
