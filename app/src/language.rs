//! The language of the interface: as the page began with it (`boot.js`), until somebody chooses another.

use std::sync::atomic::{AtomicUsize, Ordering};

use leptos::prelude::*;

use crate::canvas::Canvas;
use crate::words;

/// Where it is remembered; `boot.js` reads it there.
const KEY: &str = "descriptorium.language";

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

    fn of_tag(tag: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.tag() == tag)
    }

    /// The one that the page says it is in.
    pub fn of_page() -> Language {
        let tag = document().document_element().and_then(|root| root.get_attribute("lang"));
        let language = tag.and_then(|tag| Language::of_tag(&tag)).unwrap_or(Language::English);
        COLUMN.store(language as usize, Ordering::Relaxed);
        language
    }

    /// The one that is spoken.
    pub fn now() -> Language {
        Language::ALL.get(COLUMN.load(Ordering::Relaxed)).copied().unwrap_or(Language::English)
    }
}

/// Makes `language` that of the interface, and remembers it. Whatever shows words is made anew.
pub fn choose(canvas: Canvas, language: Language) {
    let editor = canvas.editor;
    COLUMN.store(language as usize, Ordering::Relaxed);
    let had_keyboard = document().active_element().map(|element| element.id()).unwrap_or_default();
    if let Some(root) = document().document_element() {
        // An attribute of an element that is there can be set.
        let _ = root.set_attribute("lang", language.tag());
    }
    crate::dom::remember(KEY, Some(language.tag()));
    editor.language.set(language);
    // What tells of it and what has the keyboard are made by then.
    request_animation_frame(move || {
        match had_keyboard.as_str() {
            "language" => crate::dom::focus("language"),
            _ => canvas.focus(),
        }
        editor.say(&words::shell::language_is(language.name()));
    });
}

/// The field to choose it.
#[component]
pub fn LanguageField() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let options = Language::ALL.map(|language| {
        let is_spoken = language == Language::now();
        view! { <option value=language.tag() lang=language.tag() selected=is_spoken>{language.name()}</option> }
    });
    let choose = move |event| {
        if let Some(language) = Language::of_tag(&event_target_value(&event)) {
            choose(canvas, language);
        }
    };
    view! {
        <select class="tool" id="language" aria-label=words::shell::language() title=words::shell::language() on:change=choose>
            {options.collect_view()}
        </select>
    }
}
