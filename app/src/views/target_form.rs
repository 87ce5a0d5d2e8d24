//! The form for the target of a requirement that is left to the orchestrator: the node type and the conditions of the node
//! filter, with the candidates that currently match. It is in the module of TOSCA. The conditions are rendered again after
//! each edit: memos for each of them would multiply the size of the module.

use std::time::Duration;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::completion::ValidName;
use descriptorium_core::context::FileContext;
use descriptorium_core::markdown;
use descriptorium_core::preview::question::Question;
use descriptorium_core::syntax::{NodePath, Step};
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::End;
use descriptorium_core::tosca::command::target::form::{
    self, FilterCondition, FilterField, FilterPart, PropertyKey, TargetForm,
};
use descriptorium_core::tosca::command::target::{self, TargetEdit};
use descriptorium_core::tosca::deployment::Candidate;
use descriptorium_core::tosca::deployment::targets::targets;
use descriptorium_core::tosca::value::constraint::Operator;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use crate::browser::dom::{focus_on, keep_keyboard};
use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::views::message::message;
use crate::views::panel::field::Line;
use crate::views::panel::preview::MAX_ROWS;
use crate::views::panel::preview::deployment_panel::choose_button;
use crate::words::{deployment, placement, targets as words};

/// The time after the last key press until the candidates are compared with the typed text.
const DEBOUNCE: Duration = Duration::from_millis(120);

/// The state of the form.
#[derive(Clone, Copy)]
struct Target {
    canvas: Canvas,
    place: StoredValue<(FilePath, NodePath)>,
    /// The edit that the text being typed would be.
    typed: RwSignal<Option<TargetEdit>>,
    /// The condition that is being added.
    added: RwSignal<Option<(PropertyKey, Operator)>>,
    /// Why the last edit was refused.
    refused: RwSignal<Option<String>>,
    /// The parts that were expanded or collapsed, by name.
    toggled: StoredValue<Vec<(String, bool)>>,
}

impl Target {
    fn editor(self) -> Editor {
        self.canvas.editor
    }

    /// Queries the core about the requirement.
    fn ask<T>(self, analysis: &Analysis, ask: impl FnOnce(FileContext<'_>, &NodePath) -> T) -> Option<T> {
        let (file, path) = self.place.try_get_value()?;
        let file = analysis.file(&file)?;
        Some(ask(analysis.context(file), &path))
    }

    /// Makes an edit, or shows why it is refused. Returns whether it was made.
    fn run(self, edit: &TargetEdit) -> bool {
        self.typed.set(None);
        let analysis = self.editor().analysis.get_untracked();
        let (change, why) = match self.ask(&analysis, |context, path| target::run(context, path, edit)) {
            Some(Ok(change)) => (Some(change), None),
            Some(Err(why)) => (None, Some(why.to_string())),
            None => (None, None),
        };
        self.refused.set(why);
        change.iter().for_each(|change| self.editor().apply(change));
        change.is_some()
    }

    /// The values for the inputs of the topology in the preview.
    fn question(self) -> Question {
        let file = self.place.with_value(|(file, _)| file.clone());
        self.editor().questions.with(|all| all.get(&file).cloned()).unwrap_or_default()
    }
}

pub fn target_form(file: FilePath, path: NodePath, title: String) -> AnyView {
    let canvas = expect_context::<Canvas>();
    let state = Target {
        canvas,
        place: StoredValue::new((file, path)),
        typed: RwSignal::new(None),
        added: RwSignal::new(None),
        refused: RwSignal::new(None),
        toggled: StoredValue::new(Vec::new()),
    };
    let form = Memo::new(move |_| canvas.editor.drawn.with(|analysis| state.ask(analysis, form::form).flatten()));
    // The requirement got a target, or its node was removed.
    Effect::new(move |_| {
        if form.with(Option::is_none) {
            canvas.answer();
        }
    });
    request_animation_frame(|| focus("[data-target] input"));
    // A field that was left with Tab has moved the focus itself.
    let left = |event: KeyboardEvent| {
        if event.key() == "Tab" && event.default_prevented() {
            event.stop_propagation();
        }
    };
    view! {
        <p class="dialog-title">{title}</p>
        <div class="tab-body target" data-target on:keydown=left>
            <section class="target-conditions" aria-label=words::conditions()>
                {move || state.refused.get().map(|why| view! { <p class="refusal" role="alert" lang="en">{message(&why)}</p> })}
                {move || form.with(|form| form.as_ref().map(|form| conditions(state, form)))}
            </section>
            {candidates(state)}
        </div>
        <div class="dialog-buttons">
            <button type="button" class="tool" data-way="close" on:click=move |_| canvas.answer()>{crate::words::shell::close()}</button>
        </div>
    }
    .into_any()
}

/// Focuses the element at a selector, if there is one.
fn focus(selector: &str) {
    focus_on(selector);
}

/// An input for one line of text with suggestions.
fn line(
    value: String,
    label: String,
    placeholder: String,
    choices: Callback<(), Vec<ValidName>>,
    commit: Box<dyn Fn(String)>,
) -> AnyView {
    let value = Signal::stored(value);
    view! { <Line value=value on_commit=commit placeholder=Signal::stored(placeholder) label=label choices=choices /> }
        .into_any()
}

/// The node type, and the conditions for the properties of the node and of its capabilities.
fn conditions(state: Target, form: &TargetForm) -> AnyView {
    let types = Callback::new(move |()| {
        let analysis = state.editor().drawn.get_untracked();
        state.ask(&analysis, form::node_types).unwrap_or_default()
    });
    let set_type = move |name: String| {
        state.run(&TargetEdit::NodeType(name.into()));
    };
    let of = form.node_type.to_string();
    let node_type = line(of, words::node_type().to_owned(), words::any_node().to_owned(), types, Box::new(set_type));
    let inherited = (!form.inherited.is_empty()).then(|| {
        let lines = form.inherited.iter().map(|line| view! { <li><code>{line.clone()}</code></li> });
        view! {
            <p class="hint">{words::also_required()}</p>
            <ul class="dialog-list">{lines.collect_view()}</ul>
        }
    });
    let first = form.parts.iter().position(|part| part.capability.is_some()).unwrap_or_default();
    let parts = form.parts.iter().enumerate().map(|(at, found)| part(state, found, at == first));
    let parts: Vec<AnyView> = parts.collect();
    let none = parts.is_empty().then(|| view! { <p class="empty">{words::no_properties()}</p> });
    view! {
        <div class="field">
            <span class="field-label">{words::node_type()}</span>
            <div class="field-input">{node_type}</div>
        </div>
        {inherited}
        {none}
        {parts}
    }
    .into_any()
}

/// The properties of the node or of a capability. The capability that the requirement asks for is expanded.
fn part(state: Target, part: &FilterPart, is_asked: bool) -> AnyView {
    let name = part.capability.as_ref().map(ToString::to_string).unwrap_or_default();
    let count: usize = part.fields.iter().map(|field| field.conditions.len()).sum();
    let heading = match part.capability.is_some() {
        true => words::of_capability(&name, &part.type_name),
        false => words::of_node(&part.type_name),
    };
    let counted = if count > 0 { format!(" · {}", words::n_conditions(count)) } else { String::new() };
    let toggled =
        state.toggled.with_value(|all| all.iter().find(|(other, _)| *other == name).map(|(_, is_open)| *is_open));
    let is_open = toggled.unwrap_or(is_asked || count > 0 || part.bare.is_some());
    let of = name.clone();
    let toggle = move |event: leptos::ev::Event| {
        let is_open = event_target::<web_sys::HtmlDetailsElement>(&event).open();
        state.toggled.update_value(|all| {
            all.retain(|(other, _)| *other != of);
            all.push((of.clone(), is_open));
        });
    };
    let bare = part.bare.clone().map(|path| {
        let title = words::remove_condition(&name);
        view! { <div class="condition"><span>{words::has_capability()}</span>{remove_button(state, title, Some(path))}</div> }
    });
    let key = |field: &FilterField| PropertyKey { capability: part.capability.clone(), name: field.name.clone() };
    let fields: Vec<AnyView> = part.fields.iter().map(|field| property(state, key(field), field)).collect();
    view! {
        <details class="target-part" open=is_open data-part=name on:toggle=toggle>
            <summary>{heading}{counted}</summary>
            {bare}
            {fields}
        </details>
    }
    .into_any()
}

/// A property with its conditions.
fn property(state: Target, key: PropertyKey, field: &FilterField) -> AnyView {
    let place = key.to_string();
    let rows: Vec<AnyView> = field
        .conditions
        .iter()
        .enumerate()
        .map(|(at, written)| condition(state, &key, field, Some((at, written))))
        .collect();
    let (of, all, selector) = (key.clone(), field.clone(), format!("[data-at=\"{place} new\"] select"));
    let first = field.operators.first().copied();
    let add = move |_| {
        state.added.set(first.map(|operator| (of.clone(), operator)));
        let selector = selector.clone();
        request_animation_frame(move || focus(&selector));
    };
    let added = move || {
        let is_here = state.added.with(|added| added.as_ref().is_some_and(|(other, _)| *other == key));
        is_here.then(|| condition(state, &key, &all, None))
    };
    let title = words::add_condition_for(&field.name);
    view! {
        <div class="target-property" data-property=place>
            <div class="target-head">
                <span class="field-label" title=markdown::summary(&field.doc)>{field.name.to_string()}" "<em>{field.type_name.to_string()}</em></span>
                <button type="button" class="mini" data-add title=title.clone() aria-label=title on:click=add>{format!("+ {}", words::add_condition())}</button>
            </div>
            {rows}
            {added}
        </div>
    }
    .into_any()
}

/// A condition of a property with its number, or the one that is being added: its operator, its operand and the button that
/// removes it.
fn condition(
    state: Target,
    key: &PropertyKey,
    field: &FilterField,
    written: Option<(usize, &FilterCondition)>,
) -> AnyView {
    let path = written.map(|(_, condition)| condition.path.clone());
    let is_new = path.is_none();
    let place = match written {
        Some((at, _)) => format!("{key} {at}"),
        None => format!("{key} new"),
    };
    let operator = match written {
        Some((_, condition)) => condition.operator,
        None => state.added.with_untracked(|added| added.as_ref().map(|(_, operator)| *operator)),
    };
    // An operator that the present operand does not fit is only written with another operand.
    let chosen = StoredValue::new(operator);
    let operand = written.map(|(_, condition)| condition.operand.clone()).unwrap_or_default();
    // The edit that writes a text.
    let of = (path.clone(), key.clone());
    let edit = StoredValue::new(move |operand: String| {
        let operator = chosen.get_value()?;
        Some(match of.0.clone() {
            Some(path) => TargetEdit::Change { path, operator, operand },
            None => TargetEdit::Add { property: of.1.clone(), operator, operand },
        })
    });
    let edit = move |operand: String| edit.try_with_value(|edit| edit(operand)).flatten();
    let removed = path.clone();
    let commit = move |text: String| {
        let edit = match (text.is_empty(), &removed) {
            (true, None) => return state.added.set(None),
            (true, Some(path)) => Some(TargetEdit::Remove(path.clone())),
            (false, _) => edit(text),
        };
        if edit.is_some_and(|edit| state.run(&edit)) {
            state.added.set(None);
        }
    };
    let typed = move |event: leptos::ev::Event| {
        let text = event_target_value(&event);
        state.typed.set(if text.trim().is_empty() { None } else { edit(text) });
    };
    let head = format!("[data-property=\"{key}\"] [data-add]");
    // The first Escape restores the text, or gives up the new condition; the next one closes the dialog.
    let pressed = move |event: KeyboardEvent| {
        if event.key() == "Escape" && (is_new || state.typed.with_untracked(Option::is_some)) {
            event.stop_propagation();
            state.typed.set(None);
            if is_new {
                state.added.set(None);
                focus(&head);
            }
        }
    };
    let (present, again) = (operand.clone(), format!("[data-at=\"{place}\"] select"));
    let pick = move |event: leptos::ev::Event| {
        chosen.set_value(Operator::named(&event_target_value(&event)));
        if !is_new && !present.is_empty() && edit(present.clone()).is_some_and(|edit| state.run(&edit)) {
            let again = again.clone();
            request_animation_frame(move || focus(&again));
        }
    };
    let all = field.choices.clone();
    let choices = Callback::new(move |()| {
        all.iter().map(|choice| ValidName::new(choice.as_str(), String::new())).collect::<Vec<_>>()
    });
    let placeholder = operator.map(|operator| example(operator, field.units.first().copied())).unwrap_or_default();
    let input = line(operand, words::value_of(&field.name), placeholder, choices, Box::new(commit));
    let options: Vec<AnyView> = field
        .operators
        .iter()
        .map(|one| view! { <option value=one.name() selected=operator == Some(*one)>{one.name()}</option> }.into_any())
        .collect();
    let none = operator.is_none().then(|| view! { <option value="" selected>{words::any_value()}</option> });
    let fault = written.and_then(|(_, condition)| condition.fault.clone());
    let fault = fault.map(|why| view! { <p class="field-finding error" lang="en">{message(&why)}</p> });
    view! {
        <div class="condition" data-at=place on:input=typed on:focusout=move |_| state.typed.set(None) on:keydown=pressed>
            <select aria-label=words::operator_of(&field.name) on:change=pick on:input=|event| event.stop_propagation()>{none}{options}</select>
            {input}
            {remove_button(state, words::remove_condition(&field.name), path)}
            {fault}
        </div>
    }
    .into_any()
}

/// The button that removes the condition at a path, or the new one.
fn remove_button(state: Target, title: String, path: Option<NodePath>) -> AnyView {
    let remove = move |_| match &path {
        Some(path) => {
            // The form is rendered again without the button.
            keep_keyboard(|| focus("[data-target] input"));
            state.run(&TargetEdit::Remove(path.clone()));
        }
        None => state.added.set(None),
    };
    view! { <button type="button" class="mini remove" title=title.clone() aria-label=title on:click=remove>"×"</button> }
        .into_any()
}

/// An operand of an operator, to show its notation.
fn example(operator: Operator, unit: Option<&str>) -> String {
    let number = |number: u8| unit.map_or_else(|| number.to_string(), |unit| format!("{number} {unit}"));
    match operator {
        Operator::InRange => format!("{}, {}", number(1), number(4)),
        Operator::ValidValues => format!("{}, {}", number(1), number(2)),
        Operator::Pattern => "[a-z]+".to_owned(),
        Operator::Length | Operator::MinLength | Operator::MaxLength => "8".to_owned(),
        _ => number(2),
    }
}

/// The nodes of the topology with the verdict on each, as they are with the text that is being typed.
fn candidates(state: Target) -> AnyView {
    // The edit that the candidates are compared with: the typed one after a pause.
    let settled = RwSignal::new(None::<TargetEdit>);
    Effect::new(move |before: Option<Option<TimeoutHandle>>| {
        before.flatten().into_iter().for_each(|timer| timer.clear());
        let edit = state.typed.get();
        if edit.is_none() {
            settled.set(None);
        }
        edit.and_then(|edit| set_timeout_with_handle(move || drop(settled.try_set(Some(edit))), DEBOUNCE).ok())
    });
    let found = Memo::new(move |_| {
        let question = state.question();
        state.editor().drawn.with(|analysis| {
            let after = settled
                .get()
                .and_then(|edit| state.ask(analysis, |context, path| target::preview(context, &question, path, &edit)));
            let now = || state.ask(analysis, |context, path| targets(context, &question, path)).unwrap_or_default();
            match after {
                Some(Ok(found)) => (found, None),
                Some(Err(why)) => (now(), Some(why.to_string())),
                None => (now(), None),
            }
        })
    });
    let status = move || {
        found.with(|(found, _)| {
            let mut all: Vec<(&str, bool)> =
                found.iter().map(|one| (one.node.as_str(), one.rejected.is_none())).collect();
            all.dedup();
            words::n_matching(all.iter().filter(|(_, is_accepted)| *is_accepted).count(), all.len())
        })
    };
    let table = move || {
        found.with(|(found, why)| {
            let why = why.as_ref().map(|why| view! { <p class="refusal" lang="en">{message(why)}</p> });
            let rows: Vec<AnyView> = found.iter().take(MAX_ROWS).map(|candidate| row(state, candidate)).collect();
            view! {
                {why}
                <table>
                    <thead><tr><th scope="col">{placement::candidate()}</th><th scope="col">{deployment::verdict()}</th><td></td></tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            }
            .into_any()
        })
    };
    view! {
        <section class="target-candidates" aria-label=words::candidates()>
            <h2 class="inspector-section">{words::candidates()}</h2>
            <p class="hint" role="status">{status}</p>
            {table}
        </section>
    }
    .into_any()
}

fn row(state: Target, candidate: &Candidate) -> AnyView {
    let name = candidate.name();
    let (verdict, mark, why) = match (&candidate.rejected, &candidate.undecided) {
        (Some(why), _) => ("rejected", words::no_match(), Some(why.clone())),
        (None, Some(why)) => ("undecided", words::may_match(), Some(why.clone())),
        (None, None) => ("accepted", words::matches(), None),
    };
    let (file, path) = state.place.get_value();
    let target = path.last_key().zip(vertex_of(&path)).map(|(port, vertex)| End { vertex, port: port.into() });
    let choose = target.and_then(|target| choose_button(state.editor(), &file, candidate, target));
    view! {
        <tr data-candidate=name.clone() data-verdict=verdict>
            <th scope="row">{name.clone()}</th>
            <td><span class="verdict">{mark}</span>{why.map(|why| view! { <span lang="en" class="why">{message(&why)}</span> })}</td>
            <td>{choose}</td>
        </tr>
    }
    .into_any()
}

/// The node template of a requirement.
fn vertex_of(path: &NodePath) -> Option<NodePath> {
    let length = path.steps().iter().position(|step| *step == Step::Key("requirements".into()))?;
    Some(path.steps()[..length].iter().cloned().collect())
}
