//! What the open assembly becomes: its instances with their values and where each came from, and the plan for what is
//! asked for, each action with its reasons.

use descriptorium_core::diagnostic::Severity;
use descriptorium_core::expansion::plan::{Action, Waiting};
use descriptorium_core::expansion::{Difference, Expansion, Group, Instance, InstanceProperty};
use descriptorium_core::language::Language;
use leptos::prelude::*;

use crate::editor::{Editor, Shared};
use crate::message::message;
use crate::panel::inputs::InputsForm;
use crate::panel::intent::IntentForm;

/// How many instances are listed; the rest is counted.
const SHOWN: usize = 500;
/// How many actions of a stage are listed.
const SHOWN_ACTIONS: usize = 200;

#[component]
pub fn Preview() -> impl IntoView {
    let editor = Editor::expect();
    let assembly = Memo::new(move |_| {
        let analysis = editor.analysis.get();
        editor
            .file
            .get()
            .filter(|path| analysis.file(path).is_some_and(|file| file.language == Some(Language::Assembly)))
    });
    let expansion = Memo::new(move |_| {
        let path = assembly.get()?;
        let inputs = editor.inputs.with(|inputs| inputs.get(&path).cloned()).unwrap_or_default();
        let intent = editor.intents.with(|intents| intents.get(&path).cloned()).unwrap_or_default();
        Some(Shared(std::sync::Arc::new(editor.analysis.get().expansion(&path, &inputs, &intent))))
    });
    view! {
        <div class="preview">
            <Show when=move || assembly.with(Option::is_none)>
                <p class="empty">"Open an assembly to see what it expands to."</p>
            </Show>
            {move || assembly.get().map(|file| view! {
                <IntentForm file=file.clone() expansion=expansion />
                <InputsForm file=file />
            })}
            {move || expansion.get().map(|expansion| view! { <Result expansion=expansion /> })}
        </div>
    }
}

#[component]
fn Result(expansion: Shared<Expansion>) -> impl IntoView {
    let errors = expansion.diagnostics.iter().filter(|diagnostic| diagnostic.severity != Severity::Info);
    let errors = errors.map(|diagnostic| {
        let class = format!("problem {}", diagnostic.severity.name());
        view! { <li class=class>{message(&diagnostic.message)}</li> }
    });
    let total = expansion.instances.len();
    let instances = expansion.instances.iter().take(SHOWN).map(|found| instance(found, depth(&expansion, found)));
    let rest = (total > SHOWN).then(|| view! { <p class="empty">{format!("and {} more", total - SHOWN)}</p> });
    let stages = expansion.plan.stages.iter().map(|stage| {
        let rest = (stage.len() > SHOWN_ACTIONS)
            .then(|| view! { <li class="empty">{format!("and {} more", stage.len() - SHOWN_ACTIONS)}</li> });
        let actions = stage.iter().take(SHOWN_ACTIONS).map(action).collect_view();
        view! { <li class="stage"><ul>{actions}{rest}</ul></li> }
    });
    let empty = expansion.plan.stages.is_empty().then(|| view! { <p class="empty">"Nothing is done."</p> });
    let trigger =
        expansion.plan.trigger.as_ref().map(|trigger| view! { <p class="trigger">{format!("When {trigger}")}</p> });
    view! {
        <ul class="problem-list">{errors.collect_view()}</ul>
        {changes(&expansion.changes)}
        <h4 class="inspector-section">{format!("Instances ({total})")}</h4>
        <div class="instances">{instances.collect_view()}</div>
        {rest}
        <h4 class="inspector-section">"Plan"</h4>
        {trigger}
        {deadlock(&expansion.plan.deadlock)}
        {empty}
        <ol class="plan">{stages.collect_view()}</ol>
    }
}

/// What scaling or an upgrade makes different.
fn changes(changes: &[Difference]) -> Option<impl IntoView + use<>> {
    let total = changes.len();
    let rows = changes.iter().take(SHOWN).map(|change| {
        let properties = change.properties.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        view! {
            <tr data-change=change.name.clone()>
                <td class="origin">{change.kind.name()}</td>
                <th scope="row">{change.name.clone()}</th>
                <td class="value">{properties}</td>
            </tr>
        }
    });
    (total > 0).then(|| {
        view! {
            <h4 class="inspector-section">{format!("Changes ({total})")}</h4>
            <table class="values changes"><tbody>{rows.collect_view()}</tbody></table>
        }
    })
}

/// The circle that makes a plan impossible, each action with what it waits for.
fn deadlock(circle: &[Waiting]) -> Option<impl IntoView + use<>> {
    let steps = circle.iter().take(SHOWN_ACTIONS).map(|waiting| {
        view! {
            <li>
                <span class="action-name">{waiting.step.action.clone()}</span>
                " "
                <span class="action-instance">{waiting.step.instance.clone()}</span>
                <span class="reason">{format!(" waits: {}", waiting.cause)}</span>
            </li>
        }
    });
    (!circle.is_empty()).then(|| {
        view! {
            <p class="deadlock-title">"These wait for each other, each for the one before it:"</p>
            <ol class="deadlock">{steps.collect_view()}</ol>
        }
    })
}

fn depth(expansion: &Expansion, of: &Instance) -> usize {
    let mut depth = 0;
    let mut parent = of.parent.as_deref();
    while let Some(name) = parent.filter(|_| depth < 50) {
        depth += 1;
        parent = expansion.instances.iter().find(|found| found.name == name).and_then(|found| found.parent.as_deref());
    }
    depth
}

fn instance(found: &Instance, depth: usize) -> impl IntoView + use<> {
    let class = format!("instance {} depth-{}", found.kind.name(), depth.min(8));
    let properties = found.properties.iter().map(property).collect_view();
    view! {
        <details class=class data-instance=found.name.clone() open=depth == 0>
            <summary>
                <span class="instance-name">{found.name.clone()}</span>
                <span class="instance-type">{found.group.as_ref().map_or_else(|| found.type_name.clone(), size)}</span>
            </summary>
            <table class="values"><tbody>{properties}</tbody></table>
        </details>
    }
}

/// How many there are of a group, and of a cluster how many there may be.
fn size(group: &Group) -> String {
    let count = group.count.map_or_else(|| "?".to_owned(), |count| count.to_string());
    let mut text = format!("{} of {count}", group.multiplicity.name());
    for (word, number) in [("from", group.minimum), ("to", group.maximum), ("by", group.increment)] {
        if let Some(number) = number {
            text += &format!(", {word} {number}");
        }
    }
    text
}

fn property(found: &InstanceProperty) -> impl IntoView + use<> {
    let symbolic = found.value.is_symbolic();
    let class = if symbolic { "value symbol" } else { "value" };
    view! {
        <tr data-property=found.name.to_string()>
            <th scope="row">{found.name.to_string()}</th>
            <td class=class>{found.value.to_string()}</td>
            <td class="origin">{found.origin.name()}</td>
        </tr>
    }
}

/// An action; opened, it says what it waits for and what it calls.
fn action(found: &Action) -> impl IntoView + use<> {
    let open = RwSignal::new(false);
    let toggled = move |_| open.update(|open| *open = !*open);
    let found = found.clone();
    let (name, instance) = (found.action.clone(), found.instance.clone());
    view! {
        <li class="action">
            <details on:toggle=toggled>
                <summary>
                    <span class="action-name">{name}</span>
                    " "
                    <span class="action-instance">{instance}</span>
                </summary>
                {move || open.get().then(|| reasons(&found))}
            </details>
        </li>
    }
}

fn reasons(action: &Action) -> impl IntoView + use<> {
    let calls = action.operations.iter().map(|call| view! { <li class="reason">{format!("calls {call}")}</li> });
    let reasons = action.reasons.iter().map(|reason| {
        let after = match &reason.after {
            Some(after) => format!("after {} {}: ", after.action, after.instance),
            None => String::new(),
        };
        view! { <li class="reason">{format!("{after}{}", reason.cause)}</li> }
    });
    let first = (action.reasons.is_empty() && action.operations.is_empty())
        .then(|| view! { <li class="reason">"waits for nothing"</li> });
    view! { <ul class="reasons">{calls.collect_view()}{reasons.collect_view()}{first}</ul> }
}
