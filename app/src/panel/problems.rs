//! What is wrong in all files, the open one first; a click leads to the place, a fix is one click away.

use descriptorium_core::diagnostic::{Diagnostic, Severity};
use leptos::prelude::*;

use crate::editor::Editor;
use crate::message::message;

/// How many findings are listed; the rest is counted.
const SHOWN: usize = 200;

#[component]
pub fn Problems() -> impl IntoView {
    let editor = Editor::expect();
    let infos = RwSignal::new(false);
    let found = Memo::new(move |_| {
        let analysis = editor.analysis.get();
        let open = editor.file.get();
        let wanted = |diagnostic: &&Diagnostic| infos.get() || diagnostic.severity != Severity::Info;
        let mut found: Vec<Diagnostic> = analysis.all_diagnostics().filter(wanted).cloned().collect();
        found.sort_by_key(|diagnostic| (Some(&diagnostic.file) != open.as_ref(), diagnostic.severity));
        found
    });
    let total = move || found.with(Vec::len);
    let shown = move || found.with(|found| found.iter().take(SHOWN).cloned().collect::<Vec<_>>());
    view! {
        <div class="problems">
            <label class="toggle">
                <input type="checkbox" on:change=move |event| infos.set(event_target_checked(&event)) />
                "Show infos"
            </label>
            <Show when=move || total() == 0>
                <p class="empty">"No problems. Well described."</p>
            </Show>
            <ul class="problem-list">
                {move || shown().into_iter().map(|diagnostic| view! { <Row diagnostic=diagnostic /> }).collect_view()}
            </ul>
            <Show when=move || { total() > SHOWN }>
                <p class="empty">{move || format!("and {} more", total() - SHOWN)}</p>
            </Show>
        </div>
    }
}

#[component]
fn Row(diagnostic: Diagnostic) -> impl IntoView {
    let editor = Editor::expect();
    let analysis = editor.analysis.get_untracked();
    let line = analysis.file(&diagnostic.file).map_or(0, |file| file.lines.line(diagnostic.span.start as usize)) + 1;
    let place = format!("{}:{line}", diagnostic.file.name());
    let class = format!("problem {}", diagnostic.severity.name());
    let (file, span) = (diagnostic.file.clone(), diagnostic.span);
    let fixes = diagnostic.fixes.into_iter().map(|fix| {
        let title = fix.change.title.clone();
        view! { <button type="button" class="fix" on:click=move |_| editor.apply(&fix.change)>{title}</button> }
    });
    let help = diagnostic.help.map(|help| view! { <span class="problem-help">{message(&help)}</span> });
    view! {
        <li class=class data-code=diagnostic.code>
            <button type="button" class="problem-main" on:click=move |_| editor.show_place(&file, span)>
                <span class="visually-hidden">{diagnostic.severity.name()}": "</span>
                <span class="problem-message">{message(&diagnostic.message)}</span>
                {help}
                <span class="problem-place">{place}" · "{diagnostic.code}</span>
            </button>
            {fixes.collect_view()}
        </li>
    }
}
