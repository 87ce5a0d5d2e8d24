//! Changes the language of the interface.

use leptos::prelude::*;

use crate::state::canvas::Canvas;
use crate::words;
use crate::words::locale::Locale;

/// Where it is remembered; `boot.js` reads it there.
const KEY: &str = "descriptorium.language";

/// Switches the interface to `language` and remembers it. All views that show words are rebuilt.
pub fn choose(canvas: Canvas, locale: Locale) {
    let editor = canvas.editor;
    locale.set_current();
    let had_keyboard = document().active_element().map(|element| element.id()).unwrap_or_default();
    if let Some(root) = document().document_element() {
        // An attribute of an element that is there can be set.
        let _ = root.set_attribute("lang", locale.tag());
    }
    crate::browser::dom::remember(KEY, Some(locale.tag()));
    editor.locale.set(locale);
    // What tells of it and what has the keyboard are made by then.
    request_animation_frame(move || {
        match had_keyboard.as_str() {
            "language" => crate::browser::dom::focus("language"),
            _ => canvas.focus(),
        }
        editor.say(&words::shell::language_is(locale.name()));
    });
}
