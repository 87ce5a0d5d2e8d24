//! Loads inputs for the preview from an intent or from names and values: in a file, in the catalog, or pasted.

use std::sync::Arc;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::preview::question::{Intent, Question};
use descriptorium_core::semantics::Previewer;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::{DragEvent, HtmlInputElement};

use crate::browser::file::read_text;
use crate::state::editor::Editor;
use crate::words::{installation, placement, preview as words};

/// The parameter of an intent whose value is a loaded text. The frame of previews names no language, so it is repeated here.
const INVENTORY: &str = "inventory";
/// The same for clusters; several texts can describe one cluster.
const CLUSTER: &str = "clusterDescription";
/// Larger files are not intents.
const LARGEST: usize = 1 << 20;
/// The largest file that is loaded, in bytes. 100,000 candidates have about 30 MB.
const LARGEST_LOADED: f64 = 64e6;

/// The ways to load inputs for the descriptor in `file`.
#[component]
pub fn LoadInputs(file: FilePath) -> impl IntoView {
    let editor = Editor::expect();
    let file = StoredValue::new(file);
    let is_pasting = RwSignal::new(false);
    let is_over = RwSignal::new(false);
    let input = NodeRef::<leptos::html::Input>::new();
    // Updated when one of them changes, not at every keystroke.
    let candidates = Memo::new(move |_| candidates(&editor.drawn.get(), &file.get_value()));
    let own = Memo::new(move |_| name_of(&editor.drawn.get(), &file.get_value()));
    let there = Memo::new(move |_| {
        let previewer = editor.analysis.with_untracked(|analysis| analysis.previewer(&file.get_value()));
        candidates.with(|files| own.with(|own| questions(previewer, files, own.as_ref())))
    });
    let take = move |name: &str, text: &str| load(editor, &file.get_value(), name, text);
    let bring = move |list: Option<web_sys::FileList>| {
        let Some(chosen) = list.and_then(|list| list.get(0)) else { return };
        spawn_local(async move {
            let name = chosen.name();
            if chosen.size() > LARGEST_LOADED {
                return editor.fail(&words::not_loaded(&format!("{name}: {}", words::too_large_to_load())));
            }
            match read_text(&chosen).await {
                Ok(text) => drop(load(editor, &file.get_value(), &name, &text)),
                Err(why) => editor.fail(&words::not_loaded(&format!("{name}: {why}"))),
            }
        });
    };
    let chosen = move |event| {
        let input = event_target::<HtmlInputElement>(&event);
        bring(input.files());
        // Allows choosing the same file again.
        input.set_value("");
    };
    let ask = move |_| {
        if let Some(input) = input.get_untracked() {
            input.click();
        }
    };
    let from_catalog = move |event| {
        let name: String = event_target_value(&event);
        event_target::<web_sys::HtmlSelectElement>(&event).set_value("");
        let analysis = editor.analysis.get_untracked();
        let text = FilePath::new(&name).and_then(|path| analysis.file(&path).map(|file| file.text.clone()));
        if let Some(text) = text {
            take(&name, &text);
        }
    };
    let paste = move |event: web_sys::KeyboardEvent| match event.key().as_str() {
        "Enter" if event.ctrl_key() || event.meta_key() => {
            event.prevent_default();
            if take(words::pasted(), &event_target_value(&event)) {
                is_pasting.set(false);
            }
        }
        "Escape" => is_pasting.set(false),
        _ => {}
    };
    let area = NodeRef::<leptos::html::Textarea>::new();
    let use_pasted = move |_| {
        let text = area.get_untracked().map(|area| area.value()).unwrap_or_default();
        if take(words::pasted(), &text) {
            is_pasting.set(false);
        }
    };
    Effect::new(move |_| {
        if let Some(area) = area.get() {
            // A new element in the page accepts the focus.
            let _ = area.focus();
        }
    });
    let dropped = move |event: DragEvent| {
        let files = event.data_transfer().and_then(|transfer| transfer.files());
        is_over.set(false);
        if files.as_ref().is_some_and(|files| files.length() > 0) {
            // The window would import it into the catalog.
            event.prevent_default();
            event.stop_propagation();
            bring(files);
        }
    };
    let over = move |event: DragEvent| {
        event.prevent_default();
        is_over.set(true);
    };
    let is_given = Memo::new(move |_| {
        let file = file.get_value();
        let is_plain = |question: &Question| question.inputs.is_empty() && question.settings.is_empty();
        let is_loaded = editor.loaded.with(|loaded| loaded.contains_key(&file));
        is_loaded || editor.questions.with(|all| all.get(&file).is_some_and(|question| !is_plain(question)))
    });
    let clear = move |_| {
        let file = file.get_value();
        editor.questions.update(|all| drop(all.remove(&file)));
        editor.loaded.update(|loaded| drop(loaded.remove(&file)));
        editor.say(words::inputs_cleared());
    };
    let loaded =
        move || editor.loaded.with(|loaded| loaded.get(&file.get_value()).map(|name| words::loaded_from(name)));
    // Rebuilt for another file, so its words may be constant.
    let form = editor.analysis.with_untracked(|analysis| analysis.question_form(&file.get_value(), None, &[]));
    let of_intent = |name: &str| form.intents.iter().flat_map(|intent| &intent.parameters).any(|one| one.name == name);
    let (hint, pasted, example) = if of_intent(INVENTORY) {
        let example = "demand,candidate_id,latitude,longitude,cost\nvG,vg-hou,29.76,-95.37,2";
        (placement::load_inventory_hint(), placement::inventory_or_values(), example)
    } else if of_intent(CLUSTER) {
        let example =
            "deploymentItems:\n  - deploymentItemsId: front\n    lifecycleParameterKeyValues: {service.port: 80}";
        (installation::load_hint(), installation::request_or_cluster(), example)
    } else {
        (words::load_hint(), words::intent_or_values(), "assemblyName: tv\nproperties:\n  name: value")
    };
    let options = move || {
        let names = there.get().into_iter().map(|path| {
            let name = path.to_string();
            view! { <option value=name.clone()>{name.clone()}</option> }
        });
        names.collect_view()
    };
    view! {
        <div class="load-inputs" class:over=move || is_over.get() role="group" aria-label=words::load_inputs() title=hint
            on:drop=dropped on:dragover=over on:dragleave=move |_| is_over.set(false)>
            <span class="field-label">{words::load_inputs()}</span>
            <select aria-label=words::intent_of_catalog() data-load="catalog" class:hidden=move || there.with(Vec::is_empty) on:change=from_catalog>
                <option value="">{words::from_catalog()}</option>
                {options}
            </select>
            <button type="button" class="mini" on:click=ask>{words::from_file()}</button>
            <input type="file" class="hidden" id="inputs-file" tabindex="-1" aria-hidden="true" accept=".yaml,.yml,.json,.csv" node_ref=input on:change=chosen />
            <button type="button" class="mini" data-load="paste" aria-expanded=move || is_pasting.get().to_string() on:click=move |_| is_pasting.update(|is| *is = !*is)>{words::paste()}</button>
            <Show when=move || is_given.get()><button type="button" class="mini remove" data-load="clear" on:click=clear>{words::clear()}</button></Show>
            {move || loaded().map(|loaded| view! { <span class="loaded-from" data-loaded>{loaded}</span> })}
            <Show when=move || is_pasting.get()>
                <div class="pasting">
                    <textarea class="code" rows="6" spellcheck="false" aria-label=pasted placeholder=example node_ref=area on:keydown=paste></textarea>
                    <button type="button" class="mini" data-load="use" title=words::apply_keys() on:click=use_pasted>{words::apply()}</button>
                </div>
            </Show>
        </div>
    }
}

/// Opens the descriptor in `target` and its preview, with the question from the file `intent`.
pub fn preview_intent(editor: Editor, intent: &FilePath, target: &FilePath) {
    let text = editor.analysis.get_untracked().file(intent).map(|file| Arc::clone(&file.text));
    if text.is_some_and(|text| load(editor, target, intent.as_str(), &text)) {
        editor.show(target);
        crate::browser::dom::press("tab-preview");
    }
}

/// Asks the question in `text` of the descriptor in `file`, or reports why that is impossible. The intent stays if the text
/// names none.
fn load(editor: Editor, file: &FilePath, name: &str, text: &str) -> bool {
    let Some(previewer) = editor.analysis.with_untracked(|analysis| analysis.previewer(file)) else { return false };
    let read = match (previewer.read)(text) {
        Ok(read) => read,
        Err(why) => {
            editor.fail(&words::not_loaded(&format!("{name}: {why}")));
            return false;
        }
    };
    let count = read.inputs.len();
    let has_inventory = read.parameter(INVENTORY).is_some();
    let has_cluster = read.parameter(CLUSTER).is_some();
    editor.questions.update(|all| {
        let question = all.entry(file.clone()).or_default();
        match read.parameter(CLUSTER).and_then(serde_yaml::Value::as_sequence) {
            Some(texts) => add_clusters(question, texts.clone(), read.intent),
            None => *question = Question { intent: read.intent.or(question.intent.take()), ..read },
        }
    });
    editor.loaded.update(|loaded| drop(loaded.insert(file.clone(), name.to_owned())));
    editor.say(&match (has_inventory, has_cluster) {
        (true, _) => placement::inventory_loaded(name),
        (_, true) => installation::cluster_loaded(name),
        _ => words::loaded(count, name),
    });
    true
}

/// Adds texts of clusters to those of a question, and keeps its inputs.
fn add_clusters(question: &mut Question, texts: Vec<serde_yaml::Value>, intent: Option<Intent>) {
    let before = question.parameter(CLUSTER).and_then(serde_yaml::Value::as_sequence).cloned();
    let all: Vec<serde_yaml::Value> = before.into_iter().flatten().chain(texts).collect();
    question.intent = intent.map(|mut intent| {
        intent.parameters.insert(CLUSTER.to_owned(), serde_yaml::Value::Sequence(all));
        intent
    });
}

/// The files of the workspace that may contain a question about the descriptor in `file`.
fn candidates(analysis: &Analysis, file: &FilePath) -> Vec<(FilePath, Arc<str>)> {
    let Some(previewer) = analysis.previewer(file) else { return Vec::new() };
    let others = analysis.workspace().files().filter(|file| file.language.is_none() && file.text.len() < LARGEST);
    let candidates = others.filter(|file| (previewer.may_ask)(&file.text));
    candidates.map(|file| (file.path.clone(), Arc::clone(&file.text))).collect()
}

/// The full name of the descriptor in `file`.
fn name_of(analysis: &Analysis, file: &FilePath) -> Option<DescriptorRef> {
    analysis.file(file)?.defines().cloned()
}

/// The files with a question about the descriptor of this name, in whatever version.
fn questions(
    previewer: Option<&'static Previewer>,
    files: &[(FilePath, Arc<str>)],
    own: Option<&DescriptorRef>,
) -> Vec<FilePath> {
    let (Some(previewer), Some(own)) = (previewer, own) else { return Vec::new() };
    let asking = files.iter().filter(|(_, text)| (previewer.asks_of)(own, text));
    asking.map(|(path, _)| path.clone()).collect()
}

#[cfg(test)]
mod tests {
    use descriptorium_core::settings::Settings;
    use descriptorium_core::workspace::Workspace;

    use super::*;

    #[test]
    fn the_intents_for_a_descriptor_are_found_in_its_catalog() {
        let files = [
            ("a.yaml", "name: assembly::a::2.0\nproperties: {}\ncomposition: {}\n"),
            ("intents/own.yaml", "{assemblyName: x, descriptorName: 'assembly::a::1.0', properties: {p: 1}}"),
            ("intents/other.yaml", "{assemblyName: x, descriptorName: 'assembly::b::1.0', properties: {p: 1}}"),
            ("notes.yaml", "descriptorName is written here\n"),
            (
                "Behaviour/c.json",
                "{\n  \"name\": \"c\", \"descriptorName\": \"assembly::a::2.0\", \"properties\": {\"p\": 1}\n}\n",
            ),
        ];
        let files = files.map(|(path, text)| (FilePath::new(path).expect("a plain path"), text.to_owned()));
        let analysis = Analysis::new(Workspace::new(files), Settings::default());
        let file = FilePath::new("a.yaml").expect("a plain path");
        let own = name_of(&analysis, &file);
        let found = questions(analysis.previewer(&file), &candidates(&analysis, &file), own.as_ref());
        assert_eq!(found.iter().map(FilePath::as_str).collect::<Vec<_>>(), ["Behaviour/c.json", "intents/own.yaml"]);
    }
}
