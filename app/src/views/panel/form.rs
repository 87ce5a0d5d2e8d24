//! The form of a node of a descriptor, generated from the tables of its language.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::analysis::form::{Control, FormField};
use descriptorium_core::completion::ValidName;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::sorted_map::SortedSet;
use descriptorium_core::syntax::{NodePath, Step};
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::Command;
use leptos::html::Details;
use leptos::prelude::*;
use serde_yaml::Value;
use web_sys::KeyboardEvent;

use crate::gestures::confirm::confirm_and_run;
use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::state::question::Question;
use crate::views::message::message;
use crate::views::panel::field::{Line, Lines, Pick, Prose};
use crate::words::inspector as words;

/// The file that a form belongs to. Input goes there, even if another file is open by then.
#[derive(Clone, Copy)]
pub struct Form {
    canvas: Canvas,
    file: StoredValue<FilePath>,
    /// The node that was just added or renamed, which is shown expanded.
    added: StoredValue<Option<NodePath>>,
}

impl Form {
    /// The form of a file, which has to be in the context of its fields.
    pub fn of(canvas: Canvas, file: FilePath) -> Self {
        Form { canvas, file: StoredValue::new(file), added: StoredValue::new(None) }
    }

    pub fn expect() -> Self {
        expect_context::<Form>()
    }

    pub fn editor(self) -> Editor {
        self.canvas.editor
    }

    /// Queries the analysis about the file.
    pub fn ask<T: Default>(self, ask: impl FnOnce(&Analysis, &FilePath) -> T) -> T {
        self.file.try_with_value(|file| ask(&self.editor().drawn.get(), file)).unwrap_or_default()
    }

    /// The rows of a node.
    pub fn rows(self, at: &NodePath) -> Vec<FormField> {
        self.ask(|analysis, file| analysis.form(file, at))
    }

    /// Runs a command and shows its error.
    pub fn command(self, command: &Command) -> bool {
        let done = self.file.try_with_value(|file| self.editor().command_in(file, command).is_ok());
        done.unwrap_or(false)
    }

    /// Runs a command after the user has confirmed its side effects.
    pub fn confirm_and_run(self, command: Command) {
        self.file.try_with_value(|file| confirm_and_run(self.canvas, file, command));
    }

    /// Asks for another type of the component at `path`.
    pub fn ask_type(self, path: &NodePath) {
        let question = self.file.try_with_value(|file| Question::Retype { file: file.clone(), path: path.clone() });
        if let Some(question) = question {
            self.canvas.ask(question, None);
        }
    }

    /// Renames the name at `path` with all its references, and keeps it selected; returns an error if that is refused.
    pub fn rename(self, path: &NodePath, name: &str) -> Result<(), String> {
        let editor = self.editor();
        let selected = editor.selection.get_untracked().first() == Some(path);
        let command = Command::Rename { path: path.clone(), name: name.into() };
        self.added.set_value(path.parent().map(|parent| parent.key(name)));
        let done = self.file.try_with_value(|file| editor.command_in(file, &command));
        done.unwrap_or(Ok(())).map_err(|why| why.to_string())?;
        if let Some(parent) = path.parent().filter(|_| selected) {
            editor.selection.set(vec![parent.key(name)]);
        }
        Ok(())
    }
}

/// A name that can be edited, with the reason next to it if it is invalid.
#[component]
pub fn NameLine(
    #[prop(into)] value: Signal<String>,
    rename: impl Fn(&str) -> Result<(), String> + 'static,
) -> impl IntoView {
    let refused = RwSignal::new(None::<String>);
    let commit = move |name: String| {
        let why = rename(&name).err().map(|why| words::not_renamed(&name, &why));
        let _ = refused.try_set(why);
    };
    view! {
        <div class="field-input name-line">
            <Line value=value on_commit=commit label=words::name() />
            {move || refused.get().map(|why| view! { <p class="field-finding error" role="alert">{message(&why)}</p> })}
        </div>
    }
}

/// The kind of parent of a row, which determines the actions on the row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holder {
    Record,
    Entries,
    Items,
}

/// The rows at `at`, except those that are shown elsewhere.
#[component]
pub fn Fields(
    at: NodePath,
    holder: Holder,
    #[prop(optional)] without: &'static [&'static str],
    /// The only row that is shown, if not all are.
    #[prop(optional)]
    only: Option<Signal<String>>,
) -> impl IntoView {
    let form = Form::expect();
    let rows = Memo::new(move |_| {
        let mut rows = form.rows(&at);
        // Duplicate keys are one field; the finding is reported elsewhere.
        let mut seen = SortedSet::new();
        rows.retain(|row| seen.insert(row.path.clone()));
        rows.retain(|row| !without.contains(&row.label.as_str()));
        if let Some(only) = only {
            only.with(|only| rows.retain(|row| row.label == *only));
        }
        rows
    });
    view! {
        <For each=move || rows.get() key=|row| (row.path.clone(), std::mem::discriminant(&row.control)) children=move |row| {
            let path = row.path.clone();
            let live = Memo::new(move |before: Option<&FormField>| {
                let found = rows.with(|rows| rows.iter().find(|row| row.path == path).cloned());
                // A row that is being removed keeps its last content.
                found.or_else(|| before.cloned()).unwrap_or_else(|| row.clone())
            });
            view! { <Row row=live holder=holder /> }
        } />
    }
    .into_any()
}

#[component]
fn Row(row: Memo<FormField>, holder: Holder) -> impl IntoView {
    match row.with_untracked(|row| row.control.clone()) {
        Control::Single(keys) => view! { <Single row=row keys=keys holder=holder /> }.into_any(),
        control if control.is_group() => view! { <Group row=row holder=holder /> }.into_any(),
        _ => view! { <Leaf row=row holder=holder /> }.into_any(),
    }
}

#[component]
fn Leaf(row: Memo<FormField>, holder: Holder) -> impl IntoView {
    let form = Form::expect();
    let FormField { path, label, doc, control, default, required, type_name, origin, sources, suggestions, .. } =
        row.get_untracked();
    let value = Signal::derive(move || row.with(|row| row.value.clone().unwrap_or_default()));
    let name = label.clone();
    let placeholder = match (default.is_empty(), origin.is_empty()) {
        (true, _) => String::new(),
        (false, true) => words::default_is(&default),
        (false, false) => words::default_of(&default, &origin),
    };
    let unset = if default.is_empty() { words::not_set().to_owned() } else { placeholder.clone() };
    let is_prose = control == Control::Prose;
    let (target, meant) = (path.clone(), control.clone());
    let commit = move |text: String| commit(form, &target, &meant, &text);
    let (target, read) = (path.clone(), value);
    let source = (!sources.is_empty()).then(|| {
        let choose = move |text: String| self::commit(form, &target, &Control::Yaml, &text);
        view! { <Source value=read sources=sources on_commit=choose label=label.clone() /> }
    });
    // Text of several lines gets a text area; in an input its line breaks would be lost.
    let several = Memo::new(move |_| value.with(|text| text.contains('\n')));
    let asked = path.clone();
    let is_name = matches!(control, Control::Name(_));
    let input = match control {
        Control::Flag => {
            let words = ["true", "false"].map(str::to_owned).to_vec();
            view! { <Pick value=value words=words unset=unset on_commit=commit label=name /> }.into_any()
        }
        Control::Choice { words, .. } => {
            view! { <Pick value=value words=words unset=unset on_commit=commit label=name /> }.into_any()
        }
        Control::Quantity(units) => {
            view! { <Quantity value=value units=units default=default.to_string() placeholder=placeholder on_commit=commit label=name /> }
                .into_any()
        }
        Control::Secret => {
            view! { <Line value=value on_commit=commit placeholder=placeholder label=name is_secret=true /> }.into_any()
        }
        Control::Prose => view! { <Prose value=value on_commit=commit label=name /> }.into_any(),
        _ => (move || {
            let (commit, name, placeholder) = (commit.clone(), name.clone(), placeholder.clone());
            if several.get() {
                return view! { <Lines value=value on_commit=commit code=true label=name /> }.into_any();
            }
            if !suggestions.is_empty() {
                let all = suggestions.clone();
                let choices = Callback::new(move |()| {
                    all.iter().map(|one| ValidName::new(one.as_str(), String::new())).collect::<Vec<_>>()
                });
                view! { <Line value=value on_commit=commit placeholder=placeholder label=name choices=choices /> }
                    .into_any()
            } else if is_name {
                let path = asked.clone();
                let choices =
                    Callback::new(move |()| untrack(|| form.ask(|analysis, file| analysis.choices(file, &path))));
                view! { <Line value=value on_commit=commit placeholder=placeholder label=name choices=choices /> }
                    .into_any()
            } else {
                view! { <Line value=value on_commit=commit placeholder=placeholder label=name /> }.into_any()
            }
        })
        .into_any(),
    };
    let title = doc.lines().next().unwrap_or("").to_owned();
    let star = if required { " *" } else { "" };
    let head = match holder {
        Holder::Record => {
            let type_name = (!type_name.is_empty()).then(|| view! { " "<em>{type_name}</em> });
            view! { <span class="field-label" title=title>{label}{star}{type_name}</span> }.into_any()
        }
        Holder::Entries => view! { <EntryName row=row /> }.into_any(),
        Holder::Items => ().into_any(),
    };
    let remove = (holder != Holder::Record).then(|| view! { <RemoveButton row=row /> });
    let moves = (holder == Holder::Items).then(|| view! { <MoveButtons row=row /> });
    view! {
        <div class="field" class:item=holder == Holder::Items class:wide=is_prose data-field=path.to_string()>
            {head}
            <div class="field-input">{input}{source}{moves}{remove}</div>
            <Findings found=Signal::derive(move || row.with(|row| row.findings.clone())) />
        </div>
    }
}

/// A mapping with a single entry: the key is chosen, and its value is below.
#[component]
fn Single(row: Memo<FormField>, keys: Vec<&'static str>, holder: Holder) -> impl IntoView {
    let form = Form::expect();
    let FormField { path, label, .. } = row.get_untracked();
    let key = Signal::derive(move || row.with(|row| row.value.clone().unwrap_or_default()));
    let at = path.clone();
    let change = move |key: String| {
        let value = Value::Mapping([(Value::from(key), Value::from(""))].into_iter().collect());
        form.command(&Command::Set { path: at.clone(), value: Some(value) });
    };
    let words = keys.iter().map(|key| (*key).to_owned()).collect();
    let remove = (holder != Holder::Record).then(|| view! { <RemoveButton row=row /> });
    let moves = (holder == Holder::Items).then(|| view! { <MoveButtons row=row /> });
    let inner = path.clone();
    view! {
        <div class="single" data-single=path.to_string()>
            <div class="field item">
                <div class="field-input">
                    <Pick value=key words=words unset=words::not_set().to_owned() on_commit=change label=label />
                    {moves}
                    {remove}
                </div>
                <Findings found=Signal::derive(move || row.with(|row| row.findings.clone())) />
            </div>
            {move || key.with(|key| !key.is_empty()).then(|| view! { <Fields at=inner.clone() holder=Holder::Record only=key /> })}
        </div>
    }
}

/// Moves an item of a list up or down.
#[component]
fn MoveButtons(row: Memo<FormField>) -> impl IntoView {
    let form = Form::expect();
    let place = Memo::new(move |_| {
        let path = row.with(|row| row.path.clone());
        let Some((list, Step::Index(index))) = path.split_last().map(|(list, step)| (list, step.clone())) else {
            return (0, 0);
        };
        (index, form.rows(&list).len())
    });
    let button = move |is_up: bool| {
        let title = move || match is_up {
            true => words::move_up(&row.with(|row| row.label.clone())),
            false => words::move_down(&row.with(|row| row.label.clone())),
        };
        let is_last = move || place.with(|(index, count)| if is_up { *index == 0 } else { index + 1 >= *count });
        let click = move |_| {
            let (index, _) = place.get_untracked();
            let to = if is_up { index.saturating_sub(1) } else { index + 1 };
            form.command(&Command::MoveItem { path: row.with_untracked(|row| row.path.clone()), to });
        };
        let sign = if is_up { "↑" } else { "↓" };
        view! { <button type="button" class="mini" data-move=if is_up { "up" } else { "down" } title=title aria-label=title disabled=is_last on:click=click>{sign}</button> }
    };
    view! { <Show when=move || place.with(|(_, count)| *count > 1)>{button(true)}{button(false)}</Show> }
}

/// A number with a unit. The unit can also be typed.
#[component]
fn Quantity(
    value: Signal<String>,
    units: Vec<&'static str>,
    default: String,
    placeholder: String,
    on_commit: impl Fn(String) + Clone + Send + Sync + 'static,
    label: String,
) -> impl IntoView {
    let unit_of =
        |text: &str| text.trim_start_matches(|one: char| one.is_ascii_digit() || " +-.".contains(one)).to_owned();
    let first = Some(unit_of(&default)).filter(|unit| !unit.is_empty());
    let first = first.unwrap_or_else(|| units.first().copied().unwrap_or_default().to_owned());
    // The unit for a number that is typed without one, as long as there is no value.
    let chosen = RwSignal::new(first);
    let unit = Signal::derive(move || {
        Some(value.with(|text| unit_of(text))).filter(|unit| !unit.is_empty()).unwrap_or_else(|| chosen.get())
    });
    let number = Signal::derive(move || {
        value.with(|text| text.strip_suffix(unit_of(text).as_str()).unwrap_or(text).trim().to_owned())
    });
    let commit = on_commit.clone();
    let typed = move |text: String| {
        let has_unit = text.is_empty() || !unit_of(&text).is_empty();
        commit(if has_unit { text } else { format!("{text} {}", unit.get_untracked()) });
    };
    let change = move |unit: String| {
        let number = number.get_untracked();
        chosen.set(unit.clone());
        if !number.is_empty() {
            on_commit(format!("{number} {unit}"));
        }
    };
    let words = units.iter().map(|unit| (*unit).to_owned()).collect();
    let of_unit = words::unit_of(&label);
    view! {
        <span class="quantity">
            <Line value=number on_commit=typed placeholder=placeholder label=label />
            <Pick value=unit words=words unset=String::new() on_commit=change label=of_unit />
        </span>
    }
}

/// A choice of values that are read from elsewhere.
#[component]
fn Source(
    value: Signal<String>,
    sources: Vec<String>,
    on_commit: impl Fn(String) + 'static,
    label: String,
) -> impl IntoView {
    // The value is shown without the braces, as YAML in a block.
    let read = move |source: &str| value.with(|value| source.trim_matches(['{', '}', ' ']) == value);
    let change = move |event: leptos::ev::Event| {
        let chosen = event_target_value(&event);
        if !chosen.is_empty() {
            on_commit(chosen);
        }
    };
    let options = sources.into_iter().map(|source| {
        let (of, shown) = (source.clone(), source.trim_matches(['{', '}', ' ']).to_owned());
        view! { <option value=source selected=move || read(&of)>{shown}</option> }
    });
    let title = words::read_from(&label);
    view! {
        <select class="source" title=title.clone() aria-label=title on:change=change>
            <option value="">{words::read_symbol()}</option>
            {options.collect_view()}
        </select>
    }
}

/// Rows that can be expanded; their content is only created then.
#[component]
fn Group(row: Memo<FormField>, holder: Holder) -> impl IntoView {
    let form = Form::expect();
    let FormField { path, label, doc, control, .. } = row.get_untracked();
    // In a list of named things, the new one is an item.
    let is_named_item = |added: &NodePath| {
        added.last_key() == path.last_key() && path.parent().and_then(|item| item.parent()) == added.parent()
    };
    let is_added = form.added.with_value(|added| {
        added.as_ref().is_some_and(|added| *added == path || added.last_key().is_some() && is_named_item(added))
    });
    let open = RwSignal::new(is_added);
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
        let rows = form.rows(&counted);
        rows.iter().filter(|row| row.value.is_some() || inner != Holder::Record).count()
    });
    let summary = move || match (count.get(), row.with(|row| row.value.is_some())) {
        (0, false) => words::not_set().to_owned(),
        (count, _) if inner == Holder::Record => words::n_set(count),
        (count, _) => count.to_string(),
    };
    let worst = move || row.with(|row| row.findings.first().map(|(severity, _)| *severity));
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
        view! { <Show when=move || open.get()><div class="field"><span class="field-label">{words::name()}</span><EntryName row=row /></div></Show> }
    });
    view! {
        <details class="group" open=is_added node_ref=details on:toggle=toggled data-group=path.to_string()>
            <summary title=title>
                {head}
                <span class="group-count">{summary}</span>
                {move || worst().map(|worst| view! { <span class=format!("group-mark {}", worst.name()) title=words::finding_inside(crate::words::findings::severity(worst))></span> })}
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

/// The free name of an entry, which is renamed with all its references.
#[component]
fn EntryName(row: Memo<FormField>) -> impl IntoView {
    let form = Form::expect();
    let value = Signal::derive(move || row.with(|row| row.label.clone()));
    let rename = move |name: &str| form.rename(&row.with_untracked(|row| row.path.clone()), name);
    view! { <NameLine value=value rename=rename /> }
}

#[component]
fn RemoveButton(row: Memo<FormField>) -> impl IntoView {
    let form = Form::expect();
    let label = row.with_untracked(|row| row.label.clone());
    let remove = move |_| {
        let path = row.with_untracked(|row| row.path.clone());
        form.confirm_and_run(Command::Remove(vec![path]));
    };
    view! { <button type="button" class="mini remove" title=words::remove_named(&label) aria-label=words::remove_named(&label) on:click=remove>{crate::words::shortcuts::remove()}</button> }
}

/// The input to name a new entry, or the button to add an item.
#[component]
fn AddRow(at: NodePath, holder: Holder) -> impl IntoView {
    let form = Form::expect();
    // It is expanded, and its first input receives the focus.
    let add = move |at: &NodePath, path: NodePath| {
        let value = untrack(|| form.ask(|analysis, file| analysis.blank(file, at)));
        let first = value.as_mapping().and_then(|fields| fields.keys().next()?.as_str());
        let first = first.map_or(path.clone(), |field| path.key(field));
        form.added.set_value(Some(path.clone()));
        let done = form.command(&Command::Set { path, value: Some(value) });
        if done {
            request_animation_frame(move || enter(&first));
        }
        done
    };
    match holder {
        Holder::Record => ().into_any(),
        Holder::Entries => {
            let named = move |name: &str| {
                let taken = untrack(|| form.rows(&at)).iter().any(|row| row.label == name);
                if taken {
                    form.editor().fail(&words::already_exists(name));
                }
                !taken && add(&at, at.key(name))
            };
            let key = move |event: KeyboardEvent| {
                let input = event_target::<web_sys::HtmlInputElement>(&event);
                let name = input.value().trim().to_owned();
                if event.key() == "Enter" && !event.is_composing() && !name.is_empty() && named(&name) {
                    input.set_value("");
                }
            };
            view! {
                <div class="add-row">
                    <input type="text" spellcheck="false" autocomplete="off" placeholder=words::new_name_hint() aria-label=words::new_name() on:keydown=key />
                </div>
            }
            .into_any()
        }
        Holder::Items => {
            let click = move |_| {
                add(&at, at.index(untrack(|| form.rows(&at)).len()));
            };
            view! { <button type="button" class="mini" on:click=click>{words::add()}</button> }.into_any()
        }
    }
}

/// Focuses the newly added value at `path`: its input, or the line that expands it.
fn enter(path: &NodePath) {
    let path = path.to_string().replace('\\', "\\\\").replace('"', "\\\"");
    let input = ".field-input:not(.name-line) :is(input, select, textarea)";
    crate::browser::dom::focus_on(&format!("[data-field=\"{path}\"] > {input}, [data-group=\"{path}\"] > summary"));
}

/// The findings of a row.
#[component]
pub fn Findings(found: Signal<Vec<(Severity, String)>>) -> impl IntoView {
    let worth = |severity: &Severity| *severity != Severity::Info;
    move || {
        let found = found.get().into_iter().filter(|(severity, _)| worth(severity));
        found
            .map(
                |(severity, text)| view! { <p class=format!("field-finding {}", severity.name()) lang="en">{message(&text)}</p> },
            )
            .collect_view()
    }
}

/// Commits text; empty text removes the field.
fn commit(form: Form, path: &NodePath, control: &Control, text: &str) {
    let value = match control {
        _ if text.is_empty() => None,
        Control::Flag => Some(Value::from(text == "true")),
        Control::Number | Control::Choice { are_texts: false, .. } => Some(typed(text, ValueType::Number)),
        Control::Yaml => match serde_yaml::from_str(text) {
            Ok(value) => Some(value),
            Err(error) => return form.editor().fail(&words::no_yaml(&error.to_string())),
        },
        _ => Some(Value::from(text)),
    };
    match value {
        Some(value) => drop(form.command(&Command::Set { path: path.clone(), value: Some(value) })),
        None => form.confirm_and_run(Command::Remove(vec![path.clone()])),
    }
}

/// The intended type of typed text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueType {
    Text,
    Number,
    Flag,
    /// A list, a map, or data of its own type.
    Structure,
}

/// Converts typed text to a value of this type if that has exactly the same notation, otherwise to text: `7.10` would
/// change as a number.
pub fn typed(text: &str, wanted: ValueType) -> Value {
    let value = match wanted {
        ValueType::Text => None,
        ValueType::Number | ValueType::Flag if text.contains("${") => None,
        ValueType::Number | ValueType::Flag | ValueType::Structure => serde_yaml::from_str::<Value>(text).ok(),
    };
    let fits = |value: &Value| match wanted {
        ValueType::Text => false,
        ValueType::Number => {
            value.is_number() && serde_yaml::to_string(value).is_ok_and(|written| written.trim() == text)
        }
        ValueType::Flag => value.is_bool(),
        ValueType::Structure => value.is_mapping() || value.is_sequence(),
    };
    value.filter(fits).unwrap_or_else(|| Value::from(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_character_that_was_typed_is_lost() {
        for (text, wanted) in [
            ("7.10", ValueType::Number),
            ("012", ValueType::Number),
            ("${size}", ValueType::Number),
            ("blue #1", ValueType::Text),
            ("#ff0000", ValueType::Structure),
            ("3", ValueType::Text),
            ("yes", ValueType::Flag),
        ] {
            assert_eq!(typed(text, wanted), Value::from(text), "{text}");
        }
        assert_eq!(typed("3", ValueType::Number), Value::from(3));
        assert_eq!(typed("true", ValueType::Flag), Value::from(true));
        assert!(typed("[a, b]", ValueType::Structure).is_sequence());
    }
}
