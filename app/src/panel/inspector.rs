//! What is selected, as a form: its name, its type, and the properties with their values.

use descriptorium_core::assembly;
use descriptorium_core::assembly::model::{Component, Descriptor as Model, Property};
use descriptorium_core::language::Descriptor;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::Command;
use leptos::prelude::*;
use serde_yaml::Value;
use web_sys::KeyboardEvent;

use crate::editor::Editor;

/// A row of the form.
#[derive(Clone, PartialEq, Debug)]
struct Row {
    name: String,
    /// Where its value stands, or would.
    path: NodePath,
    value: Option<String>,
    /// What holds while there is no value.
    default: String,
    type_name: String,
    description: String,
    required: bool,
    read_only: bool,
}

/// What is shown of a component or reference.
#[derive(Clone, PartialEq, Debug)]
struct Shown {
    path: NodePath,
    name: String,
    type_name: String,
    /// The other versions that the catalog has, and its own.
    versions: Vec<String>,
    reference: bool,
    rows: Vec<Row>,
}

#[component]
pub fn Inspector() -> impl IntoView {
    let editor = Editor::expect();
    let shown = Memo::new(move |_| shown(editor));
    view! {
        <div class="inspector">
            {move || match shown.get() {
                Some(shown) => view! { <Part shown=shown /> }.into_any(),
                None => view! { <Overview /> }.into_any(),
            }}
        </div>
    }
}

/// Without a selection: the descriptor itself.
#[component]
fn Overview() -> impl IntoView {
    let editor = Editor::expect();
    let text = move || {
        let analysis = editor.analysis.get();
        let file = editor.file.get()?;
        let Some(Descriptor::Assembly(descriptor)) = &analysis.file(&file)?.descriptor else { return None };
        let name = descriptor.name.as_ref().map_or("(no name)".to_owned(), |name| name.value.to_string());
        let doc = descriptor.description.as_ref().map_or(String::new(), |doc| doc.value.to_string());
        let used = analysis.used_by(&file);
        Some((name, doc, descriptor.composition.len(), descriptor.relationships.len(), used))
    };
    view! {
        {move || text().map(|(name, doc, components, relationships, used)| view! {
            <h3 class="inspector-name">{name}</h3>
            <p class="inspector-doc">{doc}</p>
            <dl class="facts">
                <dt>"Components"</dt><dd>{components}</dd>
                <dt>"Relationships"</dt><dd>{relationships}</dd>
                <dt>"Used by"</dt><dd>{used.len()}</dd>
            </dl>
            <ul class="used-by">
                {used.into_iter().map(|path| {
                    let name = path.to_string();
                    view! { <li><button type="button" class="link" on:click=move |_| editor.show(&path)>{name}</button></li> }
                }).collect_view()}
            </ul>
            <p class="empty">"Select a component to see and set its properties."</p>
        })}
    }
}

#[component]
fn Part(shown: Shown) -> impl IntoView {
    let editor = Editor::expect();
    let (path, current) = (shown.path.clone(), shown.type_name.clone());
    let renamed = shown.path.clone();
    let rename = move |name: String| {
        let command = Command::Rename { path: renamed.clone(), name: name.as_str().into() };
        if editor.command(&command).is_ok()
            && let Some(parent) = renamed.parent()
        {
            editor.selection.set(vec![parent.key(&name)]);
        }
    };
    let retype = move |event| {
        let value = Value::from(event_target_value(&event));
        // A refusal has been said already.
        let _ = editor.command(&Command::Set { path: path.key("type"), value: Some(value) });
    };
    let choices = shown.versions.iter().map(|version| {
        let selected = *version == current;
        view! { <option value=version.clone() selected=selected>{version.clone()}</option> }
    });
    let kind = if shown.reference { "Reference" } else { "Component" };
    view! {
        <p class="inspector-kind">{kind}</p>
        <Field label="Name".to_owned() value=Some(shown.name.clone()) placeholder=String::new() on_commit=rename />
        <label class="field">
            <span class="field-label">"Type"</span>
            <select on:change=retype>{choices.collect_view()}</select>
        </label>
        <h4 class="inspector-section">"Properties"</h4>
        {shown.rows.into_iter().map(|row| view! { <PropertyRow row=row /> }).collect_view()}
    }
}

#[component]
fn PropertyRow(row: Row) -> impl IntoView {
    let editor = Editor::expect();
    if row.read_only {
        return view! {
            <div class="field read-only" title=row.description>
                <span class="field-label">{row.name}" "<em>{row.type_name}</em></span>
                <span class="field-output">"reported by the instance"</span>
            </div>
        }
        .into_any();
    }
    let path = row.path.clone();
    let had = row.value.is_some();
    let commit = move |text: String| {
        let value = path.key("value");
        let command = match text.as_str() {
            "" if had => Command::Remove(vec![path.clone()]),
            "" => return,
            text => Command::Set { path: value, value: Some(parsed(text)) },
        };
        // A refusal has been said already.
        let _ = editor.command(&command);
    };
    let required = if row.required { " *" } else { "" };
    let label = format!("{}{required}", row.name);
    view! { <Field label=label value=row.value placeholder=row.default on_commit=commit title=row.description type_name=row.type_name /> }.into_any()
}

/// A line of text that is written when it is left or Enter is pressed; Escape takes the old one back.
#[component]
fn Field(
    label: String,
    value: Option<String>,
    placeholder: String,
    on_commit: impl Fn(String) + 'static,
    #[prop(optional)] title: String,
    #[prop(optional)] type_name: String,
) -> impl IntoView {
    let before = value.unwrap_or_default();
    let given = before.clone();
    let change = move |event: leptos::ev::Event| {
        let text = event_target_value(&event).trim().to_owned();
        if text != given {
            on_commit(text);
        }
    };
    let restored = before.clone();
    let key = move |event: KeyboardEvent| {
        let input = event_target::<web_sys::HtmlInputElement>(&event);
        match event.key().as_str() {
            "Escape" => input.set_value(&restored),
            "Enter" => {
                // Leaving the field writes it.
                let _ = input.blur();
            }
            _ => {}
        }
    };
    view! {
        <label class="field" title=title>
            <span class="field-label">{label}" "<em>{type_name}</em></span>
            <input type="text" spellcheck="false" autocomplete="off" placeholder=placeholder prop:value=before on:change=change on:keydown=key />
        </label>
    }
}

/// What was typed, as YAML reads it: `3` is a number, `${size}` a text.
fn parsed(text: &str) -> Value {
    if text.contains("${") {
        return Value::from(text);
    }
    serde_yaml::from_str(text).unwrap_or_else(|_| Value::from(text))
}

fn shown(editor: Editor) -> Option<Shown> {
    let path = editor.selection.with(|selection| selection.first().cloned())?;
    let analysis = editor.analysis.get();
    let file = editor.file.get()?;
    let Some(Descriptor::Assembly(descriptor)) = &analysis.file(&file)?.descriptor else { return None };
    let parts = descriptor.composition.iter().chain(&descriptor.references);
    let part = parts.into_iter().find(|part| part.name.path == path)?;
    let of = part.of.as_ref().and_then(|of| assembly::resolve(analysis.workspace(), analysis.catalog(), of));
    let type_name = part.type_name.as_ref().map_or(String::new(), |text| text.value.to_string());
    let mut versions: Vec<String> = part.of.as_ref().map_or(Vec::new(), |of| {
        analysis.catalog().versions(&of.kind, &of.name).iter().map(|entry| entry.name.to_string()).collect()
    });
    if !versions.contains(&type_name) {
        versions.insert(0, type_name.clone());
    }
    Some(Shown {
        name: part.name.text.to_string(),
        reference: descriptor.reference(&part.name.text).is_some(),
        rows: rows(part, of.map(|(_, of)| of)),
        path,
        type_name,
        versions,
    })
}

/// The properties that the type declares, and behind them those that only the composition has.
fn rows(part: &Component, of: Option<&Model>) -> Vec<Row> {
    let declared = of.map_or(&[][..], |of| &of.properties);
    let extra = part.properties.iter().filter(|own| !declared.iter().any(|found| found.name.text == own.name.text));
    let rows = declared.iter().chain(extra).map(|property| row(part, property));
    rows.collect()
}

fn row(part: &Component, property: &Property) -> Row {
    let own = part.property(&property.name.text);
    let text = |node: &descriptorium_core::syntax::Node| match node.as_text() {
        Some(text) => text.to_owned(),
        None => {
            serde_yaml::to_string(&descriptorium_core::syntax::plain::value(node)).unwrap_or_default().trim().to_owned()
        }
    };
    let fixed = property.value.as_ref().filter(|_| own.is_none_or(|own| own.name.path != property.name.path));
    Row {
        name: property.name.text.to_string(),
        path: part.name.path.key("properties").key(&property.name.text),
        value: own.and_then(|own| own.value.as_ref()).map(text),
        default: fixed
            .or(own.and_then(|own| own.default.as_ref()))
            .or(property.default.as_ref())
            .map_or(String::new(), text),
        type_name: property.type_name.as_ref().map_or(String::new(), |text| text.value.to_string()),
        description: property.description.as_ref().map_or(String::new(), |text| text.value.to_string()),
        required: property.required,
        read_only: property.read_only,
    }
}
