//! The edits for the selection that only the language of the file has: buttons, and fields for values that may come from a
//! parameter.

use descriptorium_core::number::float;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::{Action, ActionEdit, Command};
use leptos::prelude::*;
use serde_yaml::Value;

use crate::state::editor::Editor;
use crate::words::language_actions as words;

/// The end of a slider, relative to its value, and at least.
const REACH: f64 = 2.0;
const LEAST_REACH: f64 = 10.0;

#[component]
pub fn LanguageActions() -> impl IntoView {
    let editor = Editor::expect();
    let actions = Memo::new(move |_| {
        let Some(file) = editor.file.get() else { return Vec::new() };
        let selection = editor.selection.get();
        editor.drawn.with(|analysis| analysis.actions(&file, &selection))
    });
    let run = move |command: &Command| {
        // The error has been shown already.
        let _ = editor.command(command);
    };
    let supply = move |path: &NodePath, value: Value| run(&Command::Supply(vec![(path.clone(), value)]));
    let row = move |Action { name, subject, edit, refused }: Action| {
        let label = words::label(name, &subject);
        match edit {
            ActionEdit::Run(command) => {
                let is_refused = refused.is_some();
                view! {
                    <button type="button" class="mini" data-action=name title=refused disabled=is_refused on:click=move |_| run(&command)>{label}</button>
                }
                .into_any()
            }
            ActionEdit::Text { path, value } => {
                let set = move |event| supply(&path, Value::from(event_target_value(&event).trim()));
                view! {
                    <label class="field">
                        <span class="field-label">{label}</span>
                        <input type="text" class="field-input" spellcheck="false" autocomplete="off" data-action=name prop:value=value on:change=set />
                    </label>
                }
                .into_any()
            }
            ActionEdit::Number { path, value } => {
                let path = StoredValue::new(path);
                let set = move |event| {
                    if let Some(number) = float(event_target_value(&event).trim()).filter(|number| number.is_finite()) {
                        path.with_value(|path| supply(path, Value::from(number)));
                    }
                };
                let most = (value.abs() * REACH).max(LEAST_REACH);
                let step = if value.fract() == 0.0 { "1" } else { "any" };
                let (slider, text) = (label.clone(), value.to_string());
                view! {
                    <div class="field">
                        <span class="field-label">{label.clone()}</span>
                        <div class="field-input">
                            <input type="range" min="0" max=most.to_string() step=step aria-label=slider data-action=name prop:value=text.clone() on:change=set />
                            <input type="text" inputmode="decimal" autocomplete="off" aria-label=label prop:value=text on:change=set />
                        </div>
                    </div>
                }
                .into_any()
            }
        }
    };
    view! {
        <Show when=move || !actions.with(Vec::is_empty)>
            <div class="language-actions" role="group" aria-label=words::group()>
                {move || actions.get().into_iter().map(row).collect_view()}
            </div>
        </Show>
    }
}
