//! Renders messages: a name between backquotes is code.

use leptos::prelude::*;

/// The text of a message, with names as code.
pub fn message(text: &str) -> impl IntoView + use<> {
    let pieces = text.split('`').enumerate().map(|(at, piece)| {
        let piece = piece.to_owned();
        if at % 2 == 1 { view! { <code>{piece}</code> }.into_any() } else { piece.into_any() }
    });
    pieces.collect_view()
}
