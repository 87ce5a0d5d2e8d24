//! The preview of the open file: the question, the items with their values and the origins of these, and the plan with
//! the reasons of each action. It is the same for all languages, except for the words and details of [`kind`].

pub mod compare;
pub mod deployment;
pub mod deployment_panel;
mod expansion;
pub mod installation;
pub mod installation_panel;
pub mod instances;
mod inventory_table;
pub mod kind;
pub mod kinds;
mod packing;
pub mod placement;
mod placement_map;
pub mod placement_panel;
pub mod plan;
pub mod timeline;
pub mod work;

use descriptorium_core::diagnostic::{Diagnostic, Severity};
use descriptorium_core::language::Language;
use descriptorium_core::preview::frame::{Difference, Role};
use leptos::prelude::*;

use crate::state::editor::Editor;
use crate::state::preview::{ComputedPreview, PreviewState};
use crate::views::message::message;
use crate::views::panel::inputs::InputsForm;
use crate::views::panel::intent::IntentForm;
use crate::views::panel::load_inputs::LoadInputs;
use crate::views::panel::preview::compare::Comparison;
use crate::views::panel::preview::instances::Instances;
use crate::views::panel::preview::plan::PlanView;
use crate::views::panel::preview::work::{Work, WorkState};
use crate::words::preview as words;

/// The maximum number of differences in the list; the rest are counted.
const SHOWN: usize = 500;
/// The number of properties of a difference that are shown at first; the others can be expanded.
const NAMED: usize = 6;

/// Maximum number of rows of a table; longer ones would only slow down the page.
pub const MAX_ROWS: usize = 300;

pub fn preview() -> AnyView {
    view! { <Preview /> }.into_any()
}

#[component]
fn Preview() -> impl IntoView {
    let editor = Editor::expect();
    let previewed = Memo::new(move |_| {
        let analysis = editor.drawn.get();
        let language = |path: &_| analysis.file(path).and_then(|file| file.language);
        editor.file.get().filter(|path| language(path).is_some_and(Language::has_preview))
    });
    let stage = expect_context::<PreviewState>();
    let work = Work::start(editor, previewed, stage);
    let found = work.found();
    on_cleanup(move || {
        stage.close();
        stage.found.set(None);
    });
    // The panel is kept while the kind of preview stays the same.
    let kind_of = move |found: &Option<ComputedPreview>| Some(kinds::kind(&found.as_ref()?.outcome));
    let panel_of = Memo::new(move |_| found.with(kind_of).map(|kind| kind.file).zip(previewed.get()));
    let panel = move || {
        let (_, file) = panel_of.get()?;
        let panel = found.with_untracked(kind_of)?.panel?.get()?;
        Some((panel.view)(file, found))
    };
    let is_behind = move || work.progress().get() != WorkState::Done;
    view! {
        <div class="preview">
            <Show when=move || previewed.with(Option::is_none)>
                <p class="empty">{words::open_an_assembly()}</p>
            </Show>
            {move || previewed.get().map(|file| view! {
                <LoadInputs file=file.clone() />
                <IntentForm file=file.clone() found=found />
                <InputsForm file=file.clone() />
                <Comparison file=file found=found />
            })}
            <Working work=work />
            <div class="expansion" aria-busy=move || is_behind().to_string()>
                <Show when=move || found.with(Option::is_some)>
                    <Findings found=found />
                    <Changes found=found />
                    {panel}
                    <Instances found=found />
                    <Show when=move || found.with(|found| found.as_ref().is_some_and(|found| found.plan().is_some()))>
                        <PlanView found=found />
                    </Show>
                </Show>
            </div>
        </div>
    }
}

/// The progress of a slow computation, and a button to cancel it.
#[component]
fn Working(work: Work) -> impl IntoView {
    let progress = work.progress();
    let is_slow = Memo::new(move |_| matches!(progress.get(), WorkState::Slow(..)));
    let is_stopped = Memo::new(move |_| progress.get() == WorkState::Stopped);
    let status = move || match progress.get() {
        WorkState::Slow(..) => Some(words::computing()),
        WorkState::Stopped if work.found().with(Option::is_some) => Some(words::stopped_before()),
        WorkState::Stopped => Some(words::stopped()),
        WorkState::Done | WorkState::Soon => None,
    };
    // Numbers that change all the time are hidden from screen readers.
    let phase_progress = move || match progress.get() {
        WorkState::Slow(phase, done) => words::phase_progress(phase, done),
        WorkState::Done | WorkState::Soon | WorkState::Stopped => String::new(),
    };
    let is_shown = move || is_slow.get() || is_stopped.get();
    view! {
        <p class="visually-hidden" role="status">{status}</p>
        <div class="working">
            <div class="working-pill" class:hidden=move || !is_shown()>
                <span class="working-status" aria-hidden="true">{status}</span>
                <span class="how-far" aria-hidden="true">{phase_progress}</span>
                <Show when=move || is_slow.get()>
                    <button type="button" class="mini" data-work="stop" on:click=move |_| work.stop()>{crate::words::file_actions::cancel()}</button>
                </Show>
                <Show when=move || is_stopped.get()>
                    <button type="button" class="mini" data-work="resume" on:click=move |_| work.resume()>{words::compute()}</button>
                </Show>
            </div>
        </div>
    }
}

/// The findings of the preview itself.
#[component]
fn Findings(found: Signal<Option<ComputedPreview>>) -> impl IntoView {
    let editor = Editor::expect();
    let findings = Memo::new(move |_| {
        found.with(|found| {
            let Some(frame) = found.as_ref().map(ComputedPreview::frame) else { return (0, Vec::new()) };
            let findings = frame.findings().iter().filter(|finding| finding.severity != Severity::Info);
            // A missing value is shown at its field; here they are only counted.
            let (missing, others): (Vec<_>, Vec<_>) =
                findings.partition(|finding| frame.role(finding) == Role::MissingInput);
            let fixes = |finding: &Diagnostic| finding.fixes.iter().map(|fix| fix.change.clone()).collect::<Vec<_>>();
            let texts = others
                .iter()
                .map(|finding| (finding.severity, finding.message.clone(), finding.help.clone(), fixes(finding)));
            (missing.len(), texts.collect::<Vec<_>>())
        })
    });
    let missing = move || {
        let count = findings.with(|(missing, _)| *missing);
        (count > 0).then(|| view! { <li class="problem error">{words::values_missing(count)}</li> })
    };
    let rows = move || {
        let rows = findings.get().1.into_iter().map(|(severity, text, help, fixes)| {
            let help = help.map(|help| view! { <span class="problem-help" lang="en">" "{message(&help)}</span> });
            let fixes = fixes.into_iter().map(|change| {
                let title = change.title.clone();
                let hint = crate::words::findings::unsafe_fix();
                view! { <button type="button" class="fix" title=hint on:click=move |_| editor.apply(&change)>{message(&title)}</button> }
            });
            view! { <li class=format!("problem {}", severity.name()) lang="en">{message(&text)}{help}{fixes.collect_view()}</li> }
        });
        rows.collect_view()
    };
    view! { <ul class="problem-list">{missing}{rows}</ul> }
}

/// The differences that the intent makes.
#[component]
fn Changes(found: Signal<Option<ComputedPreview>>) -> impl IntoView {
    let total =
        Memo::new(move |_| found.with(|found| found.as_ref().map_or(0, |found| found.frame().differences().len())));
    let changes = Memo::new(move |_| {
        let all = |found: &ComputedPreview| found.frame().differences().iter().take(SHOWN).cloned().collect();
        found.with(|found| found.as_ref().map_or(Vec::new(), all))
    });
    let rows = move || {
        let rows = changes.get().into_iter().map(|Difference { name, kind, properties }| {
            let mut names = properties.iter().map(ToString::to_string);
            let first: Vec<String> = names.by_ref().take(NAMED).collect();
            let rest: Vec<String> = names.collect();
            let list = |names: Vec<String>| {
                let items = names.into_iter().map(|name| view! { <li>{name}</li> }).collect_view();
                view! { <ul class="changed">{items}</ul> }
            };
            let more = (!rest.is_empty()).then(|| {
                view! { <details><summary>{crate::words::shell::and_more(rest.len())}</summary>{list(rest)}</details> }
            });
            view! {
                <tr data-change=name.clone()>
                    <td class="origin">{words::difference(kind)}</td>
                    <th scope="row">{name.clone()}</th>
                    <td class="value">{list(first)}{more}</td>
                </tr>
            }
        });
        rows.collect_view()
    };
    view! {
        <Show when=move || { total.get() > 0 }>
            <h2 class="inspector-section">{move || words::n_changes(total.get())}</h2>
            <table class="values changes"><tbody>{rows}</tbody></table>
            <Show when=move || { total.get() > SHOWN }><p class="empty">{move || crate::words::shell::and_more(total.get() - SHOWN)}</p></Show>
        </Show>
    }
}
