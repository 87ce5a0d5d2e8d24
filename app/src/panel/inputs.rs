//! The inputs form of the preview: the properties that the assembly takes from outside.

use descriptorium_core::expansion::{InputField, Inputs};
use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use serde_yaml::Value;

use crate::editor::Editor;

#[component]
pub fn InputsForm(file: FilePath) -> impl IntoView {
    let editor = Editor::expect();
    let described = file.clone();
    let fields = Memo::new(move |_| editor.analysis.get().input_fields(&described));
    let none = move || fields.with(Vec::is_empty);
    view! {
        <form class="inputs" aria-label="Inputs" on:submit=move |event| event.prevent_default()>
            <Show when=none>
                <p class="empty">"Takes no inputs."</p>
            </Show>
            <For each=move || fields.get() key=key children={
                let file = file.clone();
                move |field| view! { <Input file=file.clone() field=field /> }
            } />
        </form>
    }
}

fn key(field: &InputField) -> (String, String, bool) {
    (field.name.to_string(), field.type_name.to_string(), field.required)
}

#[component]
fn Input(file: FilePath, field: InputField) -> impl IntoView {
    let editor = Editor::expect();
    let name = field.name.to_string();
    let (given_in, given) = (file.clone(), name.clone());
    let value = move || {
        let value = editor.inputs.with(|inputs| inputs.get(&given_in)?.properties.get(&given).cloned());
        value.map_or(String::new(), |value| shown(&value))
    };
    let set = move |event| {
        let text: String = event_target_value(&event);
        editor.inputs.update(|inputs| give(inputs.entry(file.clone()).or_default(), &name, &text));
    };
    let required = field.required && field.default.is_none();
    let placeholder = field.default.as_ref().map_or_else(
        || if required { "required".to_owned() } else { String::new() },
        |value| serde_yaml::to_string(value).unwrap_or_default().trim().to_owned(),
    );
    let star = if required { " *" } else { "" };
    view! {
        <label class="field" title=field.description>
            <span class="field-label">{field.name.to_string()}{star}" "<em>{field.type_name.to_string()}</em></span>
            <input type="text" spellcheck="false" autocomplete="off" data-input=field.name.to_string() placeholder=placeholder prop:value=value on:input=set />
        </label>
    }
}

/// Sets an input to what was typed, which travels as text; nothing typed gives none.
fn give(inputs: &mut Inputs, name: &str, text: &str) {
    if text.is_empty() {
        inputs.properties.remove(name);
    } else {
        inputs.properties.insert(name.to_owned(), Value::from(text));
    }
}

/// An input as it is typed.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => serde_yaml::to_string(other).unwrap_or_default().trim_end().to_owned(),
    }
}
