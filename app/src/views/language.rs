//! The language of the interface: as the page began with it (`boot.js`), until somebody chooses another.

use leptos::prelude::*;

use crate::gestures::language::choose;
use crate::state::canvas::Canvas;
use crate::words;
use crate::words::language::Language;

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
