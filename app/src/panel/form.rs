//! A part of a descriptor as a form, made from the tables of its language.

use descriptorium_core::analysis::form::{Control, FormField};
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::Command;
use leptos::html::Details;
use leptos::prelude::*;
use serde_yaml::Value;

use crate::editor::Editor;
use crate::message::message;
use crate::panel::field::{Line, Lines, Pick, Prose};

/// What holds the rows of a form, and so what can be done with one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holder {
    Record,
    Entries,
    Items,
}

/// The rows at `at`, without those that are shown elsewhere.
#[component]
pub fn Fields(at: NodePath, holder: Holder, #[prop(optional)] without: &'static [&'static str]) -> impl IntoView {
    let editor = Editor::expect();
    let rows = Memo::new(move |_| {
        let Some(file) = editor.file.get() else { return Vec::new() };
        let mut rows = editor.analysis.get().form(&file, &at);
        rows.retain(|row| !without.contains(&row.label.as_str()));
        rows
    });
    view! {
        <For each=move || rows.get() key=|row| (row.path.clone(), std::mem::discriminant(&row.control)) children=move |row| {
            let path = row.path.clone();
            let live = Memo::new(move |before: Option<&FormField>| {
                let found = rows.with(|rows| rows.iter().find(|row| row.path == path).cloned());
                // A row that is just being taken away shows what it showed.
                found.or_else(|| before.cloned()).unwrap_or_else(|| row.clone())
            });
            view! { <Row row=live holder=holder /> }
        } />
    }
    .into_any()
}

#[component]
fn Row(row: Memo<FormField>, holder: Holder) -> impl IntoView {
    if row.with_untracked(|row| row.control.is_group()) {
        view! { <Group row=row holder=holder /> }.into_any()
    } else {
        view! { <Leaf row=row holder=holder /> }.into_any()
    }
}

#[component]
fn Leaf(row: Memo<FormField>, holder: Holder) -> impl IntoView {
    let editor = Editor::expect();
    let FormField { path, label, doc, control, default, required, .. } = row.get_untracked();
    let value = Signal::derive(move || row.with(|row| row.value.clone().unwrap_or_default()));
    let name = label.clone();
    let target = path.clone();
    let commit = move |text: String| commit(editor, &target, control, &text);
    let placeholder = if default.is_empty() { String::new() } else { format!("default {default}") };
    let unset = if default.is_empty() { "not set".to_owned() } else { placeholder.clone() };
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let input = match control {
        Control::Flag => {
            view! { <Pick value=value words=words(&["true", "false"]) unset=unset on_commit=commit label=name /> }
                .into_any()
        }
        Control::Choice(choices) => {
            view! { <Pick value=value words=words(choices) unset=unset on_commit=commit label=name /> }.into_any()
        }
        Control::Prose => view! { <Prose value=value on_commit=commit label=name /> }.into_any(),
        Control::Yaml if value.with_untracked(|text| text.contains('\n')) => {
            view! { <Lines value=value on_commit=commit code=true label=name /> }.into_any()
        }
        Control::Name(_) => {
            let path = path.clone();
            let choices = Callback::new(move |()| {
                let file = editor.file.get_untracked();
                file.map_or(Vec::new(), |file| editor.analysis.get_untracked().choices(&file, &path))
            });
            view! { <Line value=value on_commit=commit placeholder=placeholder label=name choices=choices /> }
                .into_any()
        }
        _ => view! { <Line value=value on_commit=commit placeholder=placeholder label=name /> }.into_any(),
    };
    let title = doc.lines().next().unwrap_or("").to_owned();
    let star = if required { " *" } else { "" };
    let head = match holder {
        Holder::Record => view! { <span class="field-label" title=title>{label}{star}</span> }.into_any(),
        Holder::Entries => view! { <EntryName row=row /> }.into_any(),
        Holder::Items => ().into_any(),
    };
    let remove = (holder != Holder::Record).then(|| view! { <RemoveButton row=row /> });
    view! {
        <div class="field" class:item=holder == Holder::Items class:wide=control == Control::Prose data-field=path.to_string()>
            {head}
            <div class="field-input">{input}{remove}</div>
            <Findings row=row />
        </div>
    }
}

/// Rows that can be unfolded; what they hold is made when they are.
#[component]
fn Group(row: Memo<FormField>, holder: Holder) -> impl IntoView {
    let editor = Editor::expect();
    let FormField { path, label, doc, control, .. } = row.get_untracked();
    let open = RwSignal::new(false);
    let details = NodeRef::<Details>::new();
    let toggled = move |_| {
        if let Some(details) = details.get_untracked() {
            open.set(details.open());
        }
    };
    let inner = match control {
        Control::Entries => Holder::Entries,
        Control::Items => Holder::Items,
        _ => Holder::Record,
    };
    let counted = path.clone();
    let count = Memo::new(move |_| {
        row.track();
        let file = editor.file.get();
        let rows = file.map_or(Vec::new(), |file| editor.analysis.get().form(&file, &counted));
        rows.iter().filter(|row| row.value.is_some() || inner != Holder::Record).count()
    });
    let summary = move || match (count.get(), row.with(|row| row.value.is_some())) {
        (0, false) => "not set".to_owned(),
        (count, _) if inner == Holder::Record => format!("{count} set"),
        (count, _) => count.to_string(),
    };
    let worst = move || row.with(|row| row.findings.first().map(|(severity, _)| severity.name()));
    let removable = holder != Holder::Record || matches!(control, Control::Fields);
    let remove = removable.then(|| {
        let there = move || row.with(|row| row.value.is_some());
        view! { <Show when=there><RemoveButton row=row /></Show> }
    });
    let head = match holder {
        Holder::Entries => view! { <span class="group-name entry">{label.clone()}</span> }.into_any(),
        _ => view! { <span class="group-name">{label.clone()}</span> }.into_any(),
    };
    let title = doc.lines().next().unwrap_or("").to_owned();
    let at = path.clone();
    let rename = (holder == Holder::Entries).then(|| {
        view! { <Show when=move || open.get()><div class="field"><span class="field-label">"Name"</span><EntryName row=row /></div></Show> }
    });
    view! {
        <details class="group" node_ref=details on:toggle=toggled data-group=path.to_string()>
            <summary title=title>
                {head}
                <span class="group-count">{summary}</span>
                {move || worst().map(|worst| view! { <span class=format!("group-mark {worst}") title=format!("There is a finding of severity {worst} in here")></span> })}
            </summary>
            <div class="group-body">
                {rename}
                <Show when=move || open.get()>
                    <Fields at=at.clone() holder=inner />
                    <AddRow at=at.clone() holder=inner />
                </Show>
                {remove}
            </div>
        </details>
    }
}

/// The free name of an entry, which can be changed wherever it is mentioned.
#[component]
fn EntryName(row: Memo<FormField>) -> impl IntoView {
    let editor = Editor::expect();
    let value = Signal::derive(move || row.with(|row| row.label.clone()));
    let rename = move |name: String| {
        let path = row.with_untracked(|row| row.path.clone());
        // A refusal has been said already.
        let _ = editor.command(&Command::Rename { path, name: name.as_str().into() });
    };
    view! { <Line value=value on_commit=rename label="Name" /> }
}

#[component]
fn RemoveButton(row: Memo<FormField>) -> impl IntoView {
    let editor = Editor::expect();
    let label = row.with_untracked(|row| row.label.clone());
    let remove = move |_| {
        let path = row.with_untracked(|row| row.path.clone());
        // A refusal has been said already.
        let _ = editor.command(&Command::Remove(vec![path]));
    };
    view! { <button type="button" class="mini remove" title=format!("Remove {label}") aria-label=format!("Remove {label}") on:click=remove>"Remove"</button> }
}

/// Where a new entry is named, or a new item begun.
#[component]
fn AddRow(at: NodePath, holder: Holder) -> impl IntoView {
    let editor = Editor::expect();
    let add = move |at: &NodePath, path: NodePath| {
        let Some(file) = editor.file.get_untracked() else { return };
        let value = editor.analysis.get_untracked().blank(&file, at);
        // A refusal has been said already.
        let _ = editor.command(&Command::Set { path, value: Some(value) });
    };
    match holder {
        Holder::Record => ().into_any(),
        Holder::Entries => {
            let named = move |name: String| {
                if !name.is_empty() {
                    add(&at, at.key(&name));
                }
            };
            let nothing = Signal::derive(String::new);
            view! { <div class="add-row"><Line value=nothing on_commit=named placeholder="Name of a new one" label="Name of a new one" /></div> }
                .into_any()
        }
        Holder::Items => {
            let click = move |_| {
                let Some(file) = editor.file.get_untracked() else { return };
                let count = editor.analysis.get_untracked().form(&file, &at).len();
                add(&at, at.index(count));
            };
            view! { <button type="button" class="mini" on:click=click>"Add"</button> }.into_any()
        }
    }
}

/// What was found in a row, under it.
#[component]
fn Findings(row: Memo<FormField>) -> impl IntoView {
    let worth = |severity: &Severity| *severity != Severity::Info;
    move || {
        let found = row.with(|row| row.findings.clone());
        let found = found.into_iter().filter(|(severity, _)| worth(severity));
        found
            .map(
                |(severity, text)| view! { <p class=format!("field-finding {}", severity.name())>{message(&text)}</p> },
            )
            .collect_view()
    }
}

/// Writes what was typed; nothing typed takes the field away.
fn commit(editor: Editor, path: &NodePath, control: Control, text: &str) {
    let value = match control {
        _ if text.is_empty() => None,
        Control::Flag => Some(Value::from(text == "true")),
        Control::Number => Some(parsed(text)),
        Control::Yaml => match serde_yaml::from_str(text) {
            Ok(value) => Some(value),
            Err(error) => return editor.fail(&format!("Not done: that is no YAML: {error}")),
        },
        _ => Some(Value::from(text)),
    };
    let command = match value {
        Some(value) => Command::Set { path: path.clone(), value: Some(value) },
        None => Command::Remove(vec![path.clone()]),
    };
    // A refusal has been said already.
    let _ = editor.command(&command);
}

/// What was typed, as YAML reads it: `3` is a number, `${size}` a text.
pub fn parsed(text: &str) -> Value {
    if text.contains("${") {
        return Value::from(text);
    }
    serde_yaml::from_str(text).unwrap_or_else(|_| Value::from(text))
}
