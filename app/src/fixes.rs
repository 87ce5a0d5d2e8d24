//! What mends the findings of a line of the text, to choose from.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::edit::Change;
use descriptorium_core::text::FilePath;
use leptos::prelude::*;

use crate::editor::Editor;
use crate::picker::{Choice, Picker};
use crate::words::text as words;

/// A way to mend a finding.
#[derive(Clone, PartialEq, Debug)]
pub struct Mending {
    /// What is wrong.
    finding: String,
    change: Change,
}

/// What mends the findings in the line of the byte `offset`.
pub fn mendings(analysis: &Analysis, path: &FilePath, _: &str, offset: usize) -> Vec<Mending> {
    let Some(file) = analysis.file(path) else { return Vec::new() };
    let line = file.lines.line(offset);
    let found = analysis.diagnostics(path).iter().filter(|found| {
        let (first, last) = (file.lines.line(found.span.start as usize), file.lines.line(found.span.end as usize));
        (first..=last).contains(&line)
    });
    let fixes = found.flat_map(|found| found.fixes.iter().map(move |fix| (found, fix)));
    fixes.map(|(found, fix)| Mending { finding: found.message.clone(), change: fix.change.clone() }).collect()
}

/// The list of them; `done` says that it is to close.
#[component]
pub fn Fixes(fixes: Vec<Mending>, done: Callback<()>) -> impl IntoView {
    let editor = Editor::expect();
    let choice =
        |fix: &Mending| Choice { label: fix.change.title.clone(), detail: fix.finding.clone(), ..Choice::default() };
    let choices = fixes.iter().map(choice).collect();
    let fixes = StoredValue::new(fixes);
    let choose = move |number: usize| {
        if let Some(change) = fixes.with_value(|fixes| fixes.get(number).map(|fix| fix.change.clone())) {
            editor.apply(&change);
        }
        done.run(());
    };
    let closed = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" {
            event.prevent_default();
            done.run(());
        }
    };
    view! {
        <section class="references" aria-label=words::what_mends() data-fixes on:keydown=closed>
            <Picker title=words::mend_in_line().to_owned() nothing=String::new() choices=choices choose=choose />
        </section>
    }
}

#[cfg(test)]
mod tests {
    use descriptorium_core::rules::Settings;
    use descriptorium_core::workspace::Workspace;

    use super::*;

    #[test]
    fn a_line_is_mended_by_the_fixes_of_its_own_findings() {
        let path = FilePath::new("a.yaml").expect("a plain path");
        let text =
            "name: assembly::a::1.0\nproperties:\n  p: {read_only: true}\n  q: {read_only: true}\ncomposition: {}\n";
        let analysis = Analysis::new(Workspace::new([(path.clone(), text.to_owned())]), Settings::default());
        let at = |place: &str| mendings(&analysis, &path, text, text.find(place).expect("it is there"));
        assert!(at("name:").is_empty());
        let (p, q) = (at("p: {"), at("q: {"));
        assert!(!p.is_empty() && p.len() == q.len(), "{p:?} {q:?}");
        let after = |fix: &Mending| fix.change.edits[&path].apply(text).expect("it fits");
        assert!(p.iter().any(|fix| after(fix).contains("p: {read-only: true}\n  q: {read_only: true}")), "{p:?}");
    }
}
