//! What the open assembly becomes: its instances with their values and where each came from, and the plan for what is
//! asked for, each action with its reasons.

pub mod compare;
pub mod instances;
pub mod plan;
pub mod work;

use descriptorium_core::diagnostic::Severity;
use descriptorium_core::expansion::Difference;
use descriptorium_core::language::Language;
use leptos::prelude::*;

use crate::editor::Editor;
use crate::message::message;
use crate::panel::given::LoadInputs;
use crate::panel::inputs::InputsForm;
use crate::panel::intent::IntentForm;
use crate::panel::preview::compare::Comparison;
use crate::panel::preview::instances::Instances;
use crate::panel::preview::plan::PlanView;
use crate::panel::preview::work::{Found, Work};

/// How many differences are listed; the rest is counted.
const SHOWN: usize = 500;

#[component]
pub fn Preview() -> impl IntoView {
    let editor = Editor::expect();
    let assembly = Memo::new(move |_| {
        let analysis = editor.analysis.get();
        let is_assembly = |path: &_| analysis.file(path).is_some_and(|file| file.language == Some(Language::Assembly));
        editor.file.get().filter(is_assembly)
    });
    let work = Work::start(editor, assembly);
    view! {
        <div class="preview">
            <Show when=move || assembly.with(Option::is_none)>
                <p class="empty">"Open an assembly to see what it expands to."</p>
            </Show>
            {move || assembly.get().map(|file| view! {
                <LoadInputs file=file.clone() />
                <IntentForm file=file.clone() found=work.found />
                <InputsForm file=file.clone() />
                <Comparison file=file found=work.found />
            })}
            <p class="working" role="status">{move || work.is_working.get().then_some("Working out what it becomes …")}</p>
            <div class="expansion" aria-busy=move || work.is_working.get().to_string()>
                <Show when=move || work.found.with(Option::is_some)>
                    <Findings found=work.found />
                    <Changes found=work.found />
                    <Instances found=work.found />
                    <PlanView found=work.found />
                </Show>
            </div>
        </div>
    }
}

/// What is wrong with the expansion itself.
#[component]
fn Findings(found: Signal<Option<Found>>) -> impl IntoView {
    let findings = Memo::new(move |_| {
        found.with(|found| {
            let findings = found.iter().flat_map(|found| &found.expansion.diagnostics);
            let findings = findings.filter(|diagnostic| diagnostic.severity != Severity::Info);
            findings.map(|found| (found.severity, found.message.clone(), found.help.clone())).collect::<Vec<_>>()
        })
    });
    let rows = move || {
        let rows = findings.get().into_iter().map(|(severity, text, help)| {
            let help = help.map(|help| view! { <span class="problem-help">" "{message(&help)}</span> });
            view! { <li class=format!("problem {}", severity.name())>{message(&text)}{help}</li> }
        });
        rows.collect_view()
    };
    view! { <ul class="problem-list">{rows}</ul> }
}

/// What scaling or an upgrade makes different.
#[component]
fn Changes(found: Signal<Option<Found>>) -> impl IntoView {
    let changes = Memo::new(move |_| {
        let changes = found.with(|found| found.as_ref().map(|found| found.expansion.changes.clone()));
        changes.unwrap_or_default()
    });
    let total = move || changes.with(Vec::len);
    let rows = move || {
        let rows = changes.get().into_iter().take(SHOWN).map(|Difference { name, kind, properties }| {
            let properties = properties.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            view! {
                <tr data-change=name.clone()>
                    <td class="origin">{kind.name()}</td>
                    <th scope="row">{name.clone()}</th>
                    <td class="value">{properties}</td>
                </tr>
            }
        });
        rows.collect_view()
    };
    view! {
        <Show when=move || { total() > 0 }>
            <h3 class="inspector-section">{move || format!("Changes ({})", total())}</h3>
            <table class="values changes"><tbody>{rows}</tbody></table>
            <Show when=move || { total() > SHOWN }><p class="empty">{move || format!("and {} more", total() - SHOWN)}</p></Show>
        </Show>
    }
}
