//! The language of the interface: the one the page starts with (`boot.js`), until the user chooses another.

use std::sync::atomic::{AtomicUsize, Ordering};

use leptos::prelude::*;

/// A language that the interface speaks; each has a column in the table of [`crate::words`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    English,
    German,
}

/// The column of the table that is read.
static COLUMN: AtomicUsize = AtomicUsize::new(0);

impl Language {
    pub const ALL: [Language; 2] = [Language::English, Language::German];

    /// What it is called in itself.
    pub fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
        }
    }

    /// Its tag by BCP 47.
    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
        }
    }

    /// The language of a BCP 47 tag, if the interface is available in it.
    pub fn of_tag(tag: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.tag() == tag)
    }

    /// The one that the page says it is in.
    pub fn of_page() -> Language {
        let tag = document().document_element().and_then(|root| root.get_attribute("lang"));
        let language = tag.and_then(|tag| Language::of_tag(&tag)).unwrap_or(Language::English);
        COLUMN.store(language as usize, Ordering::Relaxed);
        language
    }

    /// Makes this the current language of the interface.
    pub fn speak(self) {
        COLUMN.store(self as usize, Ordering::Relaxed);
    }

    /// The one that is spoken.
    pub fn now() -> Language {
        Language::ALL.get(COLUMN.load(Ordering::Relaxed)).copied().unwrap_or(Language::English)
    }
}
