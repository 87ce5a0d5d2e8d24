//! The form of a component or a reference: its name, its type, the properties that the type declares, and the other
//! fields of its table.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::assembly::model::{Component, Descriptor as Model, PLACEMENT, Property};
use descriptorium_core::completion::ValidName;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::sorted_map::SortedSet;
use descriptorium_core::sorting::Sorting;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::syntax::{Node, NodePath, plain};
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::{Command, End, PortKind};
use leptos::prelude::*;

use crate::gestures::components::promoted;
use crate::state::keys::{self, Action};
use crate::views::panel::actions::Actions;
use crate::views::panel::field::{Line, Lines, Pick};
use crate::views::panel::form::{Fields, Findings, Form, Holder, NameLine, ValueType, typed};
use crate::views::panel::interface::{Interface, Scaling};
use crate::words::inspector as words;

/// The data of a component in addition to its table.
#[derive(Clone, PartialEq, Debug, Default)]
struct ComponentData {
    name: String,
    type_name: String,
    /// The versions of its type in the catalog.
    versions: Vec<String>,
    is_reference: bool,
    rows: Vec<Row>,
}

/// A property that the type declares, or that the component sets.
#[derive(Clone, PartialEq, Debug)]
struct Row {
    name: String,
    /// The path of its value, whether it exists or not.
    path: NodePath,
    value: Option<String>,
    /// The default value.
    default: String,
    type_name: String,
    description: String,
    required: bool,
    read_only: bool,
    findings: Vec<(Severity, String)>,
}

#[component]
pub fn ComponentForm(path: NodePath) -> impl IntoView {
    let form = Form::expect();
    let shown = {
        let path = path.clone();
        // A component that is being removed keeps its last content.
        Memo::new(move |before: Option<&ComponentData>| {
            let now = form.ask(|analysis, file| shown(analysis, file, &path));
            now.or_else(|| before.cloned()).unwrap_or_default()
        })
    };
    let renamed = path.clone();
    let rename = move |name: &str| form.rename(&renamed, name);
    let typed = path.clone();
    let retype = move |name: String| match DescriptorRef::parse(&name) {
        Some(of) => form.confirm_and_run(Command::Retype { path: typed.clone(), of }),
        None => form.confirm_and_run(Command::Remove(vec![typed.key("type")])),
    };
    let asked = path.clone();
    let ask = move |_| form.ask_type(&asked);
    let versions = Memo::new(move |_| shown.with(|shown| shown.versions.clone()));
    let type_name = Signal::derive(move || shown.with(|shown| shown.type_name.clone()));
    let kind = move || if shown.with(|shown| shown.is_reference) { words::reference() } else { words::component() };
    view! {
        <p class="inspector-kind">{kind}</p>
        <div class="field">
            <span class="field-label">{words::name()}</span>
            <NameLine value=Signal::derive(move || shown.with(|shown| shown.name.clone())) rename=rename />
        </div>
        <div class="field">
            <span class="field-label">{words::type_name()}</span>
            <div class="field-input">
                {move || view! { <Pick value=type_name words=versions.get() unset=words::not_set().to_owned() on_commit=retype.clone() label=words::type_name() /> }}
                <button type="button" class="mini" title=keys::title(Action::Retype) data-input="retype" on:click=ask>{words::change()}</button>
            </div>
        </div>
        <Actions />
        <h3 class="inspector-section">{words::properties()}</h3>
        <For each=move || shown.with(|shown| shown.rows.clone()) key=|row| (row.path.clone(), row.read_only) children=move |row| {
            let name = row.name.clone();
            let live = Memo::new(move |_| {
                shown.with(|shown| shown.rows.iter().find(|row| row.name == name).cloned()).unwrap_or_else(|| row.clone())
            });
            view! { <PropertyRow row=live /> }
        } />
        <Scaling part=path.clone() />
        <Interface part=path.clone() />
        <h3 class="inspector-section">{words::more()}</h3>
        <Fields at=path holder=Holder::Record without=&["type", "properties"] />
    }
}

/// The row of the property at a path of a component or a reference.
#[component]
pub fn PropertyField(path: NodePath) -> impl IntoView {
    let form = Form::expect();
    let part = path.parent().and_then(|properties| properties.parent()).unwrap_or_default();
    let row = Memo::new(move |before: Option<&Option<Row>>| {
        let now = form.ask(|analysis, file| shown(analysis, file, &part));
        let row = now.and_then(|now| now.rows.into_iter().find(|row| row.path == path));
        row.or_else(|| before.cloned().flatten())
    });
    let found = row.get_untracked();
    found.map(|first| {
        let row = Memo::new(move |_| row.get().unwrap_or_else(|| first.clone()));
        view! { <PropertyRow row=row /> }
    })
}

#[component]
fn PropertyRow(row: Memo<Row>) -> impl IntoView {
    let form = Form::expect();
    let Row { path, name, default, type_name, description, required, read_only, .. } = row.get_untracked();
    let part = path.parent().and_then(|properties| properties.parent()).unwrap_or_default();
    let promote = {
        let (name, title) = (name.clone(), words::promote_named(&name));
        let click = move |_| {
            form.command(&promoted(&part, &name));
        };
        view! { <button type="button" class="mini promote" title=title.clone() aria-label=title on:click=click>"↥"</button> }
    };
    if read_only {
        return view! {
            <div class="field read-only" title=description data-field=path.to_string()>
                <span class="field-label">{name}" "<em>{type_name}</em></span>
                <div class="field-input"><span class="field-output">{words::reported()}</span>{promote}</div>
            </div>
        }
        .into_any();
    }
    let wanted = match type_name.as_str() {
        "integer" | "float" => ValueType::Number,
        "boolean" => ValueType::Flag,
        "" | "string" | "timestamp" | "key" | "certificate" => ValueType::Text,
        _ => ValueType::Structure,
    };
    let target = path.clone();
    let commit = move |text: String| {
        if text.is_empty() {
            form.confirm_and_run(Command::Remove(vec![target.clone()]));
        } else {
            form.command(&Command::Set { path: target.key("value"), value: Some(typed(&text, wanted)) });
        }
    };
    let star = if required { " *" } else { "" };
    let value = Signal::derive(move || row.with(|row| row.value.clone().unwrap_or_default()));
    // Text of several lines gets a text area; in an input its line breaks would be lost.
    let several = Memo::new(move |_| value.with(|text| text.contains('\n')));
    let label = name.clone();
    let mapped = move || value.with(|text| text.contains("${"));
    let unmap = {
        let (path, title) = (path.clone(), words::remove_mapping(&name));
        move || {
            let (path, title) = (path.clone(), title.clone());
            let click = move |_| form.confirm_and_run(Command::Remove(vec![path.clone()]));
            view! { <button type="button" class="mini unmap" title=title.clone() aria-label=title on:click=click>"✕"</button> }
        }
    };
    let asked = path.clone();
    let is_flag = wanted == ValueType::Flag;
    let choices =
        Callback::new(move |()| untrack(|| form.ask(|analysis, file| fitting(analysis, file, &asked, is_flag))));
    let input = move || {
        let (commit, name, default) = (commit.clone(), name.clone(), default.clone());
        if several.get() {
            view! { <Lines value=value on_commit=commit code=true label=name /> }.into_any()
        } else {
            view! { <Line value=value on_commit=commit placeholder=default label=name choices=choices /> }.into_any()
        }
    };
    view! {
        <div class="field" title=description data-field=path.to_string()>
            <span class="field-label">{label}{star}" "<em>{type_name}</em></span>
            <div class="field-input">{input}<Show when=mapped>{unmap.clone()}</Show>{promote}</div>
            <Findings found=Signal::derive(move || row.with(|row| row.findings.clone())) />
        </div>
    }
    .into_any()
}

/// The suggestions for the property at `path`: references to values of the right type, and for a boolean both values.
fn fitting(analysis: &Analysis, file: &FilePath, path: &NodePath, is_flag: bool) -> Vec<ValidName> {
    let part = path.parent().and_then(|properties| properties.parent()).unwrap_or_default();
    let words = if is_flag { &["true", "false"][..] } else { &[] };
    let words = words.iter().map(|word| ValidName { name: (*word).to_owned(), detail: String::new() });
    let target = End { vertex: part, port: path.last_key().unwrap_or_default().into() };
    let sources = analysis.acceptable_targets(file, &target, PortKind::Input).into_iter().map(|source| {
        let owner = source.end.vertex.last_key().map_or(String::new(), |owner| format!("{owner}."));
        ValidName { name: format!("${{{owner}{}}}", source.end.port), detail: String::new() }
    });
    words.chain(sources).collect()
}

fn shown(analysis: &Analysis, file: &FilePath, path: &NodePath) -> Option<ComponentData> {
    let part = analysis.part(file, path)?;
    let versions = part.of.as_ref().map_or(&[][..], |of| analysis.catalog().versions(&of.kind, &of.name));
    let mut seen = SortedSet::new();
    let mut rows = rows(part, analysis.part_type(file, path));
    rows.retain(|row| seen.insert(row.path.clone()));
    let is_reference = path.starts_with(&NodePath::keys(["references"]));
    // Every resource has a placement, whether its type declares it or not (AD-PROP-24).
    if !is_reference && part.of.as_ref().is_some_and(|of| of.kind == "resource") {
        let missing = PLACEMENT.into_iter().filter(|name| !rows.iter().any(|row| row.name == *name));
        let missing: Vec<Row> = missing.map(|name| placement(part, name)).collect();
        rows.extend(missing);
    }
    // Editable properties come first.
    rows.order_by_key(|row| row.read_only);
    rows.iter_mut().for_each(|row| row.findings = analysis.findings_at(file, &row.path));
    Some(ComponentData {
        name: part.name.text.to_string(),
        type_name: part.type_name.as_ref().map_or(String::new(), |text| text.value.to_string()),
        versions: versions.iter().map(|entry| entry.name.to_string()).collect(),
        is_reference,
        rows,
    })
}

/// The properties that the type declares, followed by those that only the composition sets.
fn rows(part: &Component, of: Option<&Model>) -> Vec<Row> {
    let declared = of.map_or(&[][..], |of| &of.properties);
    let extra = part.properties.iter().filter(|own| !declared.iter().any(|found| found.name.text == own.name.text));
    declared.iter().chain(extra).map(|property| row(part, property)).collect()
}

/// A placement property that is not set yet.
fn placement(part: &Component, name: &str) -> Row {
    Row {
        name: name.to_owned(),
        path: part.name.path.key("properties").key(name),
        value: None,
        default: String::new(),
        type_name: "string".to_owned(),
        description: String::new(),
        required: false,
        read_only: false,
        findings: Vec::new(),
    }
}

fn row(part: &Component, property: &Property) -> Row {
    let own = part.property(&property.name.text);
    let text = |node: &Node| match node.as_text() {
        Some(text) => text.to_owned(),
        None => serde_yaml::to_string(&plain::value(node)).unwrap_or_default().trim().to_owned(),
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
        findings: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use descriptorium_core::settings::Settings;
    use descriptorium_core::workspace::Workspace;

    use super::*;

    #[test]
    fn suitable_values_are_suggested() {
        let part = "name: resource::part::1.0\nproperties:\n  size: {type: integer}\n  on: {type: boolean}\n  \
                    address: {type: string, read-only: true}\n  sizes: {type: list, read-only: true}\n";
        let service = "name: assembly::service::1.0\nproperties:\n  count: {type: integer}\n  ratio: {type: float}\n\
                       composition:\n  a: {type: 'resource::part::1.0'}\n  b: {type: 'resource::part::1.0'}\n";
        let files = [("part.yaml", part), ("service.yaml", service)];
        let files = files.map(|(path, text)| (FilePath::new(path).expect("a plain path"), text.to_owned()));
        let file = files[1].0.clone();
        let analysis = Analysis::new(Workspace::new(files), Settings::default());
        let proposed = |name: &str, is_flag: bool| -> Vec<String> {
            let path = NodePath::keys(["composition", "b", "properties", name]);
            fitting(&analysis, &file, &path, is_flag).into_iter().map(|choice| choice.name).collect()
        };
        assert_eq!(proposed("size", false), ["${a.size}", "${a.address}", "${count}"]);
        assert_eq!(proposed("on", true), ["true", "false", "${a.on}", "${a.address}"]);
        assert_eq!(proposed("address", false), [""; 0]);
    }
}
