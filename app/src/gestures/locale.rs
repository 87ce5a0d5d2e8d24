//! Changes the language of the interface.

use leptos::prelude::*;

use crate::state::canvas::Canvas;
use crate::words;
use crate::words::locale::Locale;

/// The storage key of the language, which `boot.js` reads.
const KEY: &str = "descriptorium.language";

/// Switches the interface to `locale` and remembers it. All views with words are rebuilt.
pub fn choose(canvas: Canvas, locale: Locale) {
    let editor = canvas.editor;
    locale.set_current();
    let had_keyboard = document().active_element().map(|element| element.id()).unwrap_or_default();
    if let Some(root) = document().document_element() {
        // Setting an attribute of an existing element cannot fail.
        let _ = root.set_attribute("lang", locale.tag());
    }
    crate::browser::dom::remember(KEY, Some(locale.tag()));
    editor.locale.set(locale);
    // The status line and the focused element exist again by then. A host can choose the language while its own page has
    // the focus.
    request_animation_frame(move || {
        match had_keyboard.as_str() {
            "language" => crate::browser::dom::focus("language"),
            _ if document().has_focus().unwrap_or(true) => canvas.focus(),
            _ => {}
        }
        editor.say(&words::shell::language_is(locale.name()));
    });
}
