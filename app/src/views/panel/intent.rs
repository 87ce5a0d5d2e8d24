//! What the preview plans: the intent, and what it needs to know.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::assembly::expansion::{Direction, Expansion, InstanceKind, Intent, Multiplicity};
use descriptorium_core::preview::plan::State;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use leptos::prelude::*;

use crate::state::editor::Editor;
use crate::state::preview::Found;
use crate::views::panel::field::{Line, Pick};
use crate::words::{Words, preview as words};
use std::str::FromStr;

/// How many instances are offered to be healed.
const MOST_OFFERED: usize = 1000;
/// The states that can be asked for; Active holds where none is.
const STATES: [State; 3] = [State::Installed, State::Inactive, State::Active];
/// The intents by the values of the choice, and what they are called.
const WORDS: [(&str, Words); 7] = [
    ("Install", words::install),
    ("Uninstall", words::uninstall),
    ("Change state", words::change_state),
    ("Heal", words::heal),
    ("Scale out", words::scale_out),
    ("Scale in", words::scale_in),
    ("Upgrade", words::upgrade),
];

/// What can be asked of the descriptor that is previewed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Offers {
    /// Resources, of the selected component first.
    pub instances: Vec<String>,
    pub clusters: Vec<String>,
    /// The other versions in the catalog.
    pub versions: Vec<(String, FilePath)>,
}

/// What can be asked of what `file` expands to, with `selection` on the canvas.
pub fn offers(analysis: &Analysis, file: &FilePath, expansion: &Expansion, selection: &[NodePath]) -> Offers {
    let is_selected = |origin: &Option<(FilePath, NodePath)>| {
        origin.as_ref().is_some_and(|(of, path)| of == file && selection.contains(path))
    };
    let is_resource = |kind| matches!(kind, InstanceKind::Resource | InstanceKind::Unresolved);
    let (first, rest): (Vec<_>, Vec<_>) = expansion
        .instances
        .iter()
        .filter(|found| is_resource(found.kind) || is_selected(&found.origin) && found.kind == InstanceKind::Assembly)
        .partition(|found| is_selected(&found.origin));
    let clusters = expansion
        .instances
        .iter()
        .filter(|found| found.group.as_ref().is_some_and(|group| group.multiplicity == Multiplicity::Cluster));
    let name = analysis.file(file).and_then(|file| file.defines());
    let versions = name.map_or(&[][..], |name| analysis.catalog().versions(&name.kind, &name.name));
    let others = versions.iter().rev().filter(|entry| entry.file != *file);
    Offers {
        instances: first.into_iter().chain(rest).take(MOST_OFFERED).map(|found| found.name.clone()).collect(),
        clusters: clusters.map(|found| found.name.clone()).collect(),
        versions: others.map(|entry| (entry.name.version.to_string(), entry.file.clone())).collect(),
    }
}

/// The intent that a word of the choice stands for, about what is offered first.
pub fn intent_of(word: &str, offers: &Offers, file: &FilePath) -> Intent {
    let first = |names: &[String]| names.first().cloned().unwrap_or_default();
    let scale = |direction| Intent::Scale { direction, cluster: first(&offers.clusters), nodes: None };
    match word {
        "Uninstall" => Intent::Uninstall,
        "Change state" => Intent::ChangeState { from: State::Installed },
        "Heal" => Intent::Heal { component: first(&offers.instances) },
        "Scale out" => scale(Direction::Out),
        "Scale in" => scale(Direction::In),
        "Upgrade" => {
            let from = offers.versions.first().map_or(file, |(_, other)| other).clone();
            Intent::Upgrade { from, properties: None }
        }
        _ => Intent::Install,
    }
}

fn word_of(intent: &Intent) -> &'static str {
    match intent {
        Intent::Install => "Install",
        Intent::Uninstall => "Uninstall",
        Intent::ChangeState { .. } => "Change state",
        Intent::Heal { .. } => "Heal",
        Intent::Scale { direction: Direction::Out, .. } => "Scale out",
        Intent::Scale { direction: Direction::In, .. } => "Scale in",
        Intent::Upgrade { .. } => "Upgrade",
    }
}

#[component]
pub fn IntentForm(file: FilePath, found: Signal<Option<Found>>) -> impl IntoView {
    let editor = Editor::expect();
    let of = file.clone();
    let offers = Memo::new(move |_| {
        let selection = editor.selection.get();
        let analysis = editor.analysis.get();
        found.with(|found| {
            let found = found.as_ref();
            found.map_or_else(Offers::default, |found| offers(&analysis, &of, &found.expansion, &selection))
        })
    });
    let of = file.clone();
    let intent = Memo::new(move |_| editor.intents.with(|intents| intents.get(&of).cloned()).unwrap_or_default());
    let of = file.clone();
    let ask = move |intent: Intent| {
        editor.intents.update(|intents| {
            intents.insert(of.clone(), intent);
        });
    };
    let of = file.clone();
    let choose = {
        let ask = ask.clone();
        move |event| ask(intent_of(&event_target_value(&event), &offers.get_untracked(), &of))
    };
    let of = file.clone();
    let state =
        Memo::new(move |_| editor.inputs.with(|inputs| inputs.get(&of)?.intended_state.clone()).unwrap_or_default());
    let of = file.clone();
    // What holds where nothing is asked for is not there twice.
    let shown_state = Signal::derive(move || state.get().trim_start_matches(State::Active.name()).to_owned());
    let set_state = move |state: String| {
        let state = Some(state).filter(|state| !state.is_empty());
        editor.inputs.update(|inputs| inputs.entry(of.clone()).or_default().intended_state = state);
    };
    let of = file.clone();
    let name =
        Memo::new(move |_| editor.inputs.with(|inputs| inputs.get(&of)?.assembly_name.clone()).unwrap_or_default());
    let of = file.clone();
    let set_name = move |name: String| {
        let name = Some(name).filter(|name| !name.is_empty());
        editor.inputs.update(|inputs| inputs.entry(of.clone()).or_default().assembly_name = name);
    };
    let root =
        move || found.with(|found| Some(found.as_ref()?.expansion.instances.first()?.name.clone())).unwrap_or_default();
    let others = STATES.iter().filter(|state| **state != State::Active).map(|state| state.name().to_owned()).collect();
    let words = WORDS.map(|(word, shown)| {
        view! { <option value=word selected=move || intent.with(|intent| word_of(intent) == word)>{shown()}</option> }
    });
    view! {
        <form class="inputs intent" aria-label=words::intent() on:submit=move |event| event.prevent_default()>
            <label class="field">
                <span class="field-label">{words::intent()}</span>
                <select data-intent prop:value=move || intent.with(word_of) on:change=choose>{words}</select>
            </label>
            {move || view! { <Details intent=intent.get() offers=offers.get() ask=Callback::new({ let ask = ask.clone(); move |intent| ask(intent) }) /> }}
            <label class="field">
                <span class="field-label">{words::state()}</span>
                <Pick value=shown_state words=others unset=words::not_set_active().to_owned() on_commit=set_state label=words::state() />
            </label>
            <label class="field">
                <span class="field-label">{words::instance_name()}</span>
                <Line value=name on_commit=set_name label=words::instance_name() placeholder=Signal::derive(root) />
            </label>
        </form>
    }
}

/// What an intent needs to know besides the state.
#[component]
fn Details(intent: Intent, offers: Offers, ask: Callback<Intent>) -> impl IntoView {
    match intent {
        Intent::Install | Intent::Uninstall => ().into_any(),
        Intent::ChangeState { from } => {
            let change = move |word: String| {
                if let Some(from) = State::requestable(&word) {
                    ask.run(Intent::ChangeState { from });
                }
            };
            choice(
                "From",
                words::from_state(),
                STATES.map(|state| state.name().to_owned()).to_vec(),
                from.name().to_owned(),
                change,
            )
        }
        Intent::Heal { component } => {
            let change = move |component| ask.run(Intent::Heal { component });
            choice("Broken", words::broken(), offers.instances, component, change)
        }
        Intent::Scale { direction, cluster, nodes } => {
            let now = nodes.map(|nodes| nodes.to_string()).unwrap_or_default();
            let of = cluster.clone();
            let count = move |event| {
                let nodes = u64::from_str(event_target_value(&event).trim()).ok();
                ask.run(Intent::Scale { direction, cluster: of.clone(), nodes });
            };
            let change = move |cluster| ask.run(Intent::Scale { direction, cluster, nodes: None });
            view! {
                {choice("Cluster", words::cluster(), offers.clusters, cluster, change)}
                <label class="field">
                    <span class="field-label">{words::instances_now()}</span>
                    <input type="number" min="0" data-nodes placeholder=words::as_at_first() prop:value=now on:change=count />
                </label>
            }
            .into_any()
        }
        Intent::Upgrade { from, properties } => {
            let versions = offers.versions;
            let now = versions.iter().find(|(_, file)| *file == from).map_or(String::new(), |(word, _)| word.clone());
            let words = versions.iter().map(|(word, _)| word.clone()).collect();
            let change = move |word: String| {
                let found = versions.iter().find(|(version, _)| *version == word);
                if let Some((_, from)) = found {
                    ask.run(Intent::Upgrade { from: from.clone(), properties: properties.clone() });
                }
            };
            choice("From version", words::from_version(), words, now, change)
        }
    }
}

/// A choice among some names, known to the page as `id`.
fn choice(
    id: &'static str,
    label: &'static str,
    words: Vec<String>,
    now: String,
    on_change: impl Fn(String) + 'static,
) -> AnyView {
    if words.is_empty() {
        return view! { <p class="empty">{words::there_is_none(label)}</p> }.into_any();
    }
    let words =
        words.into_iter().map(|word| view! { <option value=word.clone() selected=word == now>{word.clone()}</option> });
    view! {
        <label class="field">
            <span class="field-label">{label}</span>
            <select data-choice=id on:change=move |event| on_change(event_target_value(&event))>{words.collect_view()}</select>
        </label>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use descriptorium_core::assembly::expansion::Inputs;
    use descriptorium_core::settings::Settings;
    use descriptorium_core::workspace::Workspace;

    use super::*;

    fn path(name: &str) -> FilePath {
        FilePath::new(name).expect("a plain path")
    }

    #[test]
    fn what_can_be_asked_for_comes_from_the_expansion_and_the_catalog() {
        let new = "name: assembly::a::2.0\ncomposition:\n  x: {type: 'resource::r::1.0'}\n  y: {type: 'resource::r::1.0', cluster: {initial-quantity: 1}}\n";
        let files = [("a.yaml", new), ("old.yaml", "name: assembly::a::1.0\n"), ("r.yaml", "name: resource::r::1.0\n")];
        let workspace = Workspace::new(files.map(|(name, text)| (path(name), text.to_owned())));
        let analysis = Analysis::new(workspace, Settings::default());
        let file = path("a.yaml");
        let expansion = analysis.expansion(&file, &Inputs::default(), &Intent::Install);
        let selection = [NodePath::root().key("composition").key("y")];
        let offers = offers(&analysis, &file, &expansion, &selection);
        assert_eq!(offers.instances, ["a__y__1", "a__x"]);
        assert_eq!(offers.clusters, ["a__y"]);
        assert_eq!(offers.versions, [("1.0".to_owned(), path("old.yaml"))]);
        assert_eq!(intent_of("Upgrade", &offers, &file), Intent::Upgrade { from: path("old.yaml"), properties: None });
        assert_eq!(intent_of("Heal", &offers, &file), Intent::Heal { component: "a__y__1".to_owned() });
        for (word, _) in WORDS {
            assert_eq!(word_of(&intent_of(word, &offers, &file)), word);
        }
    }
}
