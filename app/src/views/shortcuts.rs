//! The list of shortcuts, generated from their table.

use leptos::prelude::*;

use crate::browser::asset;
use crate::state::canvas::Canvas;
use crate::state::keys::{Action, Name, Shortcut, keys, named, shown};
use crate::words::canvas as words;

/// The license notices of the packages in the modeller (app/version.mjs).
const LICENSES: &str = "licenses.txt";

/// The shortcuts by group; the moves in four directions are rows like all others.
#[component]
pub fn ShortcutList() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    type Row = (&'static Shortcut, &'static Name);
    let mut groups: Vec<(&str, Vec<Row>)> = Vec::new();
    for row in named().filter(|(shortcut, _)| !shortcut.keys.is_empty()) {
        let group = (row.1.group)();
        match groups.iter_mut().find(|(found, _)| *found == group) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((group, vec![row])),
        }
    }
    Effect::new(|_| crate::browser::dom::focus_on(".dialog .shortcut-groups"));
    let group = |(group, rows): (&'static str, Vec<Row>)| {
        let row = |(shortcut, name): Row| {
            let keys = shortcut.keys.iter().map(|keys| view! { <kbd>{shown(keys)}</kbd> }).collect_view();
            view! { <div class="shortcut"><dt>{(name.title)()}</dt><dd>{keys}</dd></div> }
        };
        view! {
            <section class="shortcut-group">
                <h2 class="shortcut-title">{group}</h2>
                <dl>{rows.into_iter().map(row).collect_view()}</dl>
            </section>
        }
    };
    view! {
        <div class="dialog-head">
            <p class="dialog-title">{words::shortcuts()}</p>
            <button type="button" class="tool" aria-label=crate::words::shell::close() on:click=move |_| canvas.answer()>{crate::words::shell::close()}</button>
        </div>
        <div class="shortcut-groups" tabindex="0">{groups.into_iter().map(group).collect_view()}</div>
        <p class="dialog-text">
            {words::with_the_pointer()}
        </p>
        <p class="dialog-text">{words::looked_up_with()}<kbd>{keys(Action::Commands).map(shown)}</kbd>"."</p>
        <p class="dialog-text"><a href=asset::address(LICENSES) target="_blank" rel="noreferrer">{words::licenses()}</a></p>
    }
}
