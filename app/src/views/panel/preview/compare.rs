//! Compares a preview with a pinned one: other inputs, another intent, another version of the descriptor.

use descriptorium_core::preview::ItemProperty;
use descriptorium_core::semantics::Outcome;
use descriptorium_core::text::FilePath;
use leptos::prelude::*;

use crate::state::editor::Editor;
use crate::state::preview::ComputedPreview;
use crate::views::diff::DiffView;
use crate::views::panel::preview::kinds::kind;
use crate::words::kinds::numbered_stage;
use crate::words::preview as words;
use std::fmt::Write as _;

/// Larger previews are not compared: the result would be unreadable.
const MOST: usize = 4_000;

/// A pinned preview and its title.
#[derive(Clone, PartialEq, Debug)]
pub struct Pin {
    title: String,
    /// The kind of preview: only previews of one kind can be compared.
    of: &'static str,
    text: String,
}

/// The pinned preview, in the context of every component: it outlives the file and the panel.
#[derive(Clone, Copy)]
pub struct Pinned(RwSignal<Option<Pin>>);

impl Pinned {
    pub fn none() -> Self {
        Pinned(RwSignal::new(None))
    }
}

#[component]
pub fn Comparison(file: FilePath, found: Signal<Option<ComputedPreview>>) -> impl IntoView {
    let editor = Editor::expect();
    let Pinned(pinned) = expect_context::<Pinned>();
    let file = StoredValue::new(file);
    let size = move || found.with(|found| found.as_ref().map_or(0, |found| found.frame().n_items()));
    let keep = move |_| {
        let pin = |found: &ComputedPreview| {
            let outcome = &found.outcome;
            // Only instances have names that the user chooses.
            let root = match &**outcome {
                Outcome::Expansion(_) => outcome.frame().item(0).map(|root| root.name.to_owned()),
                Outcome::Deployment(_) | Outcome::Installation(_) | Outcome::Placement(_) => None,
            };
            let title = file.with_value(|file| match root {
                Some(root) => words::file_as(file.name(), &root),
                None => file.name().to_owned(),
            });
            Pin { title, of: kind(outcome).file, text: lines(outcome) }
        };
        let Some(pin) = found.with_untracked(|found| found.as_ref().map(pin)) else { return };
        editor.say(&words::kept(&pin.title));
        pinned.set(Some(pin));
    };
    let before =
        Signal::derive(move || pinned.with(|pin| pin.as_ref().map(|pin| pin.text.clone())).unwrap_or_default());
    let after = Signal::derive(move || {
        found.with(|found| found.as_ref().map(|found| lines(&found.outcome))).unwrap_or_default()
    });
    let title = move || pinned.with(|pin| pin.as_ref().map_or(String::new(), |pin| words::changes_since(&pin.title)));
    let is_comparable = Memo::new(move |_| {
        let of = found.with(|found| found.as_ref().map(|found| kind(&found.outcome).file));
        pinned.with(|pin| pin.as_ref().is_some_and(|pin| Some(pin.of) == of))
    });
    view! {
        <div class="comparison">
            <button type="button" class="mini" id="keep-preview" data-compare="keep" disabled=move || { size() == 0 || size() > MOST } title=words::keep_hint() on:click=keep>{words::keep()}</button>
            <Show when=move || is_comparable.get()>
                <button type="button" class="mini" data-compare="drop" on:click=move |_| pinned.set(None)>{words::stop_comparing()}</button>
            </Show>
        </div>
        <Show when=move || is_comparable.get() && size() <= MOST>
            <h2 class="inspector-section">{title}</h2>
            <DiffView before=before after=after label=words::comparison() />
        </Show>
    }
}

/// A preview as lines: items with their values, links, and the plan.
fn lines(outcome: &Outcome) -> String {
    let (frame, describe) = (outcome.frame(), kind(outcome).describe);
    let mut text = String::new();
    // Writing into a string cannot fail.
    for (at, item) in frame.items().enumerate() {
        let _ = writeln!(text, "{}: {}", item.name, describe(outcome, at));
        write_values(&mut text, item.properties);
    }
    for link in frame.links() {
        let _ = writeln!(text, "{}:{}: {} → {}", link.owner, link.name, link.source, link.target);
        write_values(&mut text, link.properties);
    }
    for (number, stage) in frame.plan().iter().flat_map(|plan| &plan.stages).enumerate() {
        let _ = writeln!(text, "{}", numbered_stage(&(number + 1).to_string()));
        for action in stage {
            let _ = writeln!(text, "  {} {}", action.action, action.instance);
        }
    }
    text
}

fn write_values(text: &mut String, properties: &[ItemProperty]) {
    for property in properties {
        let _ = writeln!(text, "  {}: {} ({})", property.name, property.value, words::origin(property.origin));
    }
}

#[cfg(test)]
mod tests {
    use descriptorium_core::analysis::Analysis;
    use descriptorium_core::preview::question::Question;
    use descriptorium_core::settings::Settings;
    use descriptorium_core::workspace::Workspace;

    use super::*;

    #[test]
    fn a_preview_converts_to_lines() {
        let files = [
            (
                "a.yaml",
                "name: assembly::a::1.0\nproperties:\n  size: {type: integer, default: 2}\ncomposition:\n  x:\n    type: resource::r::1.0\n    properties:\n      size: {value: '${size}'}\n",
            ),
            (
                "r.yaml",
                "name: resource::r::1.0\nproperties:\n  size: {type: integer}\nlifecycle: {Create: {}, Install: {}}\n",
            ),
        ];
        let files = files.map(|(path, text)| (FilePath::new(path).expect("a plain path"), text.to_owned()));
        let analysis = Analysis::new(Workspace::new(files), Settings::default());
        let file = FilePath::new("a.yaml").expect("a plain path");
        let text = lines(&analysis.preview(&file, &Question::default()).expect("an assembly has a preview"));
        assert!(text.starts_with("a: assembly::a::1.0\n  size: 2 (default)\n"), "{text}");
        assert!(text.contains("a__x: resource::r::1.0\n  size: 2 (mapped)\n"), "{text}");
        assert!(text.contains("stage 1\n") && text.contains("  Install a__x\n"), "{text}");
    }
}
