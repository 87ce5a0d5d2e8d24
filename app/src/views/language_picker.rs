//! The language of the interface: `boot.js` determines it, until the user chooses another one.

use leptos::prelude::*;

use crate::gestures::locale::choose;
use crate::state::canvas::Canvas;
use crate::views::icons::{Icon, icon};
use crate::words;
use crate::words::locale::Locale;

/// The field to choose it.
#[component]
pub fn LanguagePicker() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let options = Locale::ALL.map(|locale| {
        let is_spoken = locale == Locale::current();
        view! { <option value=locale.tag() lang=locale.tag() selected=is_spoken>{locale.name()}</option> }
    });
    let choose = move |event| {
        if let Some(locale) = Locale::of_tag(&event_target_value(&event)) {
            choose(canvas, locale);
        }
    };
    view! {
        <span class="language">
            {icon(Icon::Globe)}
            <select id="language" aria-label=words::shell::language() title=words::shell::language() on:change=choose>
                {options.collect_view()}
            </select>
        </span>
    }
}
