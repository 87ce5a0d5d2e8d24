//! The inputs form of the preview: the inputs of the descriptor by type, and additional ones.

use descriptorium_core::preview::InputField;
use descriptorium_core::preview::frame::Role;
use descriptorium_core::preview::question::Values;
use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use serde_yaml::Value;

use crate::state::editor::Editor;
use crate::state::preview::PreviewState;
use crate::views::message::message;
use crate::views::panel::field::Pick;
use crate::words::preview as words;

#[component]
pub fn InputsForm(file: FilePath) -> impl IntoView {
    let editor = Editor::expect();
    let described = file.clone();
    let fields = Memo::new(move |_| {
        // Types and defaults may be in files that are fetched when they are asked for.
        editor.n_fetched.track();
        editor.drawn.get().input_fields(&described)
    });
    let none = move || fields.with(Vec::is_empty);
    let of = file.clone();
    let other = Memo::new(move |_| {
        fields.with(|fields| {
            let is_declared = |name: &str| fields.iter().any(|field| field.name == name);
            editor.questions.with(|all| {
                let given = all.get(&of).into_iter().flat_map(|question| question.inputs.keys());
                given.filter(|name| !is_declared(name)).cloned().collect::<Vec<_>>()
            })
        })
    });
    view! {
        <form class="inputs" aria-label=words::inputs() on:submit=move |event| event.prevent_default()>
            <Show when=none>
                <p class="empty">{words::no_inputs()}</p>
            </Show>
            <For each=move || fields.get() key=key children={
                let file = file.clone();
                move |field| view! { <Input file=file.clone() field=field /> }
            } />
            <For each=move || other.get() key=String::clone children={
                let file = file.clone();
                move |name| view! { <Undeclared file=file.clone() name=name /> }
            } />
        </form>
    }
}

fn key(field: &InputField) -> (String, String, bool, String, Vec<String>) {
    let default = field.default.as_ref().map_or(String::new(), shown);
    (field.name.to_string(), field.type_name.to_string(), field.required, default, choices(field))
}

/// The words to choose from. An empty one would look like no value.
fn choices(field: &InputField) -> Vec<String> {
    field.choices.iter().map(shown).filter(|word| !word.is_empty()).collect()
}

#[component]
fn Input(file: FilePath, field: InputField) -> impl IntoView {
    let editor = Editor::expect();
    let name = StoredValue::new(field.name.to_string());
    let value = value_of(editor, file.clone(), name);
    let set = move |text: String| {
        editor.questions.update(|all| {
            give(&mut all.entry(file.clone()).or_default().inputs, &name.get_value(), &text);
        });
    };
    let required = field.required && field.default.is_none();
    let placeholder = field.default.as_ref().map_or_else(
        || if required { words::required().to_owned() } else { crate::words::inspector::not_set().to_owned() },
        |value| if field.is_secret { words::secret().to_owned() } else { shown(value).replace('\n', " ") },
    );
    let star = if required { " *" } else { "" };
    let found = expect_context::<PreviewState>().found;
    // The preview's finding with the value is also shown at its field.
    let wrong = Memo::new(move |_| {
        let quoted = name.with_value(|name| format!("`{name}`"));
        found.with(|found| {
            let frame = found.as_ref()?.frame();
            let mut of_inputs = frame.findings().iter().filter(|finding| frame.role(finding) == Role::OfInput);
            Some(of_inputs.find(|finding| finding.message.contains(&quoted))?.message.clone())
        })
    });
    let is_missing = move || required && value.with(String::is_empty) || wrong.with(Option::is_some);
    let (label, type_name) = (field.name.to_string(), field.type_name.to_string());
    let words = match type_name.as_str() {
        "boolean" => ["true", "false"].map(str::to_owned).to_vec(),
        _ => choices(&field),
    };
    let control = match type_name.as_str() {
        _ if !words.is_empty() => {
            view! { <span data-input=label.clone()><Pick value=value words=words unset=placeholder on_commit=set label=label.clone() /></span> }.into_any()
        }
        "integer" | "float" => view! {
            <input type="text" inputmode="decimal" spellcheck="false" autocomplete="off" data-input=label.clone() placeholder=placeholder aria-required=required.to_string() aria-invalid=move || is_missing().to_string() prop:value=value on:input=move |event| set(event_target_value(&event)) />
        }
        .into_any(),
        "list" | "map" => view! {
            <textarea class="code" spellcheck="false" rows=move || value.with(|text| text.lines().count().clamp(1, 10)).to_string() data-input=label.clone() placeholder=placeholder aria-required=required.to_string() aria-invalid=move || is_missing().to_string() prop:value=value on:input=move |event| set(event_target_value(&event))></textarea>
        }
        .into_any(),
        _ => view! {
            <input type=if field.is_secret { "password" } else { "text" } spellcheck="false" autocomplete="off" data-input=label.clone() placeholder=placeholder aria-required=required.to_string() aria-invalid=move || is_missing().to_string() prop:value=value on:input=move |event| set(event_target_value(&event)) />
        }
        .into_any(),
    };
    view! {
        <label class="field" title=field.description>
            <span class="field-label">{label.clone()}{star}" "<em>{type_name}</em></span>
            {control}
            {move || wrong.get().map(|why| view! { <span class="field-finding" lang="en">{message(&why)}</span> })}
        </label>
    }
}

/// A value that is no input of the descriptor.
#[component]
fn Undeclared(file: FilePath, name: String) -> impl IntoView {
    let editor = Editor::expect();
    let name = StoredValue::new(name);
    let value = value_of(editor, file.clone(), name);
    let remove = move |_| {
        editor.questions.update(|all| drop(all.entry(file.clone()).or_default().inputs.remove(&name.get_value())));
    };
    let title = crate::words::inspector::remove_named(&name.get_value());
    view! {
        <div class="field undeclared" data-undeclared=name.get_value()>
            <span class="field-label">{name.get_value()}</span>
            <span class="field-input"><span class="field-output">{value}{words::not_an_input()}</span>
                <button type="button" class="mini remove" title=title.clone() aria-label=title on:click=remove>"✕"</button></span>
        </div>
    }
}

fn value_of(editor: Editor, file: FilePath, name: StoredValue<String>) -> Signal<String> {
    Signal::derive(move || {
        let value = editor.questions.with(|all| name.with_value(|name| all.get(&file)?.inputs.get(name).cloned()));
        value.map_or(String::new(), |value| shown(&value))
    })
}

/// Sets an input to typed text; empty text removes it.
fn give(inputs: &mut Values, name: &str, text: &str) {
    if text.is_empty() {
        inputs.remove(name);
    } else {
        inputs.insert(name.to_owned(), Value::from(text));
    }
}

/// An input as it is typed: text as it is, a list or a map in YAML.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Sequence(_) | Value::Mapping(_) => flow(value),
        other => serde_yaml::to_string(other).unwrap_or_default().trim_end().to_owned(),
    }
}

/// A value in flow notation, as in intents.
fn flow(value: &Value) -> String {
    match value {
        Value::Sequence(items) => format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", ")),
        Value::Mapping(entries) => {
            let entries = entries.iter().map(|(key, value)| format!("{}: {}", flow(key), flow(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
        Value::String(text) => quoted(text),
        other => serde_yaml::to_string(other).unwrap_or_default().trim_end().to_owned(),
    }
}

/// A text that is plain if that is safe in flow notation.
fn quoted(text: &str) -> String {
    let is_plain = |character: char| character.is_alphanumeric() || "_-./".contains(character);
    let stays_text = serde_yaml::from_str::<Value>(text).is_ok_and(|value| value == text);
    if stays_text && text.chars().all(is_plain) && !text.starts_with('-') {
        text.to_owned()
    } else if text.contains(char::is_control) {
        let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
        let escaped = escaped.replace('\n', "\\n").replace('\r', "\\r").replace('\t', "\\t");
        format!("\"{escaped}\"")
    } else {
        format!("'{}'", text.replace('\'', "''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_structure_converts_to_text_and_back() {
        for text in ["[{a: 1, b: 'x, y'}, '2', 'it''s', -1.5, true, null]", "{k: [], 'a: b': {}, v: '1.10', t: ' x'}"] {
            let value: Value = serde_yaml::from_str(text).expect("YAML");
            assert_eq!(shown(&value), text);
            assert_eq!(serde_yaml::from_str::<Value>(&shown(&value)).expect("YAML"), value);
        }
        let lines = Value::Sequence(vec![Value::from("one\n\"two\" \\ three")]);
        assert_eq!(serde_yaml::from_str::<Value>(&shown(&lines)).expect("YAML"), lines);
    }
}
