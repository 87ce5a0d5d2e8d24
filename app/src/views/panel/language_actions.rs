//! The edits for the selection that only the language of the file has: buttons, and fields for values that may come from a
//! parameter.

use descriptorium_core::number::float;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::{Action, ActionEdit, Command};
use leptos::prelude::*;
use serde_yaml::Value;

use crate::gestures::confirm::confirm_and_run;
use crate::gestures::language_actions::language_actions;
use crate::gestures::{attach, targets};
use crate::state::canvas::Canvas;
use crate::state::question::Question;
use crate::words::{language_actions as words, shortcuts};

/// The end of a slider, relative to its value, and at least.
const REACH: f64 = 2.0;
const LEAST_REACH: f64 = 10.0;

/// The heading that an action is listed under.
fn group_of(action: &Action) -> Option<&String> {
    match &action.edit {
        ActionEdit::Tick { group, .. } | ActionEdit::OneOf { group, .. } => Some(group),
        ActionEdit::File { group, .. } => Some(group).filter(|group| !group.is_empty()),
        ActionEdit::Run(_)
        | ActionEdit::Text { .. }
        | ActionEdit::Name { .. }
        | ActionEdit::Number { .. }
        | ActionEdit::Target { .. } => None,
    }
}

#[component]
pub fn LanguageActions() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let editor = canvas.editor;
    let actions = Memo::new(move |_| language_actions(editor));
    let run = move |command: &Command| {
        if let (Command::Remove(_), Some(file)) = (command, editor.file.get_untracked()) {
            return confirm_and_run(canvas, &file, command.clone());
        }
        // The error has been shown already.
        let _ = editor.command(command);
    };
    let supply = move |path: &NodePath, value: Value| run(&Command::Supply(vec![(path.clone(), value)]));
    let row = move |Action { name, subject, edit, refused }: Action| {
        let label = words::label(name, &subject);
        match edit {
            ActionEdit::Run(command) | ActionEdit::OneOf { command, .. } => {
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
            ActionEdit::File { path, current, .. } => {
                let label = if current.is_empty() { label } else { words::replace_file(&subject, &current) };
                let at = path.to_string();
                let choose = move |_| attach::choose(canvas, path.clone());
                view! {
                    <button type="button" class="mini" data-action=name data-attach=at on:click=choose>{label}</button>
                }
                .into_any()
            }
            ActionEdit::Name { path, value } => {
                let is_refused = refused.is_some();
                let ask = move |_| canvas.ask(Question::DeriveType { path: path.clone(), name: value.clone() }, None);
                view! {
                    <button type="button" class="mini" data-action=name title=refused disabled=is_refused aria-haspopup="dialog" on:click=ask>{label}</button>
                }
                .into_any()
            }
            ActionEdit::Target { path } => {
                let ask = move |_| targets::ask_for(canvas, path.clone());
                view! {
                    <button type="button" class="mini" data-action=name data-target=subject on:click=ask>{label}</button>
                }
                .into_any()
            }
            ActionEdit::Tick { is_on, command, .. } => {
                let subject = subject.clone();
                view! {
                    <label class="choice" data-choice=subject>
                        <input type="checkbox" data-action=name prop:checked=is_on on:change=move |_| run(&command) />
                        {label}
                    </label>
                }
                .into_any()
            }
        }
    };
    // The lists that are open, by their headings: an edit renders them again.
    let open = RwSignal::new(Vec::<(&'static str, String)>::new());
    let list = move |(name, group): (&'static str, String), choices: Vec<Action>| {
        let heading = words::heading(name, &group, choices.len());
        let key = (name, group.clone());
        let (toggled, shown) = (key.clone(), key.clone());
        let is_open = open.with_untracked(|open| open.contains(&key));
        let toggle = move |event: leptos::ev::Event| {
            let is_open = event_target::<web_sys::HtmlDetailsElement>(&event).open();
            open.update(|open| {
                open.retain(|other| *other != toggled);
                open.extend(is_open.then(|| toggled.clone()));
            });
        };
        view! {
            <details open=is_open data-choices=name data-group=group on:toggle=toggle>
                <summary>{heading}</summary>
                // A chart can have thousands of parameters.
                {move || open.with(|open| open.contains(&shown)).then(|| choices.iter().cloned().map(row).collect_view())}
            </details>
        }
    };
    let lists = move || {
        let mut lists: Vec<((&'static str, String), Vec<Action>)> = Vec::new();
        for action in actions.get() {
            let Some(group) = group_of(&action) else { continue };
            let key = (action.name, group.clone());
            match lists.iter_mut().find(|(other, _)| *other == key) {
                Some((_, choices)) => choices.push(action),
                None => lists.push((key, vec![action])),
            }
        }
        lists.into_iter().map(|(key, choices)| list(key, choices)).collect_view()
    };
    let is_choice = |action: &Action| group_of(action).is_some();
    view! {
        <Show when=move || !actions.with(Vec::is_empty)>
            <div class="language-actions" role="group" aria-label=shortcuts::more_actions()>
                {move || actions.get().into_iter().filter(|action| !is_choice(action)).map(row).collect_view()}
            </div>
            {lists}
        </Show>
    }
}
