//! What can be done with the components that are selected, with what each would take along or break.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::language::Descriptor;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::topology::Command;
use leptos::prelude::*;

use crate::editor::Editor;
use crate::keys::{self, Action};
use crate::message::message;

/// How many consequences are named; the rest is counted.
const NAMED: usize = 6;

/// Up to this many bytes of text it is said at once what a removal takes along; of more, when somebody comes near.
const SMALL: usize = 60_000;

/// The actions on what is selected.
#[component]
pub fn Actions() -> impl IntoView {
    let editor = Editor::expect();
    let naming = RwSignal::new(false);
    let nested = Memo::new(move |_| {
        let (analysis, file) = (editor.analysis.get(), editor.file.get()?);
        let Some(Descriptor::Assembly(descriptor)) = &analysis.file(&file)?.descriptor else { return None };
        let path = editor.selection.with(|paths| paths.first().filter(|_| paths.len() == 1).cloned())?;
        let part = descriptor.composition.iter().find(|part| part.name.path == path)?;
        part.of.as_ref().filter(|of| of.kind == "assembly").map(|_| Command::Inline { path })
    });
    let asked = RwSignal::new(false);
    let lost = Memo::new(move |_| {
        let Some(file) = editor.file.get() else { return Vec::new() };
        let paths = editor.selection.get();
        let analysis = editor.analysis.get();
        if !asked.get() && analysis.file(&file).is_none_or(|file| file.text.len() > SMALL) {
            return Vec::new();
        }
        taken_along(&analysis, &file, &paths)
    });
    let duplicate = move |_| duplicate(editor);
    let remove = move |_| {
        let paths = editor.selection.get_untracked();
        if editor.command(&Command::Remove(paths)).is_ok() {
            editor.selection.set(Vec::new());
        }
    };
    let unfold = move |_| {
        if let Some(command) = nested.get_untracked() {
            // A refusal has been said already.
            let _ = editor.command(&command);
        }
    };
    view! {
        <div class="actions" role="toolbar" aria-label="Actions on the selection">
            <button type="button" class="mini" title=keys::title(Action::Duplicate) on:click=duplicate>"Duplicate"</button>
            <button type="button" class="mini" title=keys::title(Action::Extract) aria-expanded=move || naming.get().to_string() on:click=move |_| naming.update(|naming| *naming = !*naming)>
                "Into a new assembly"
            </button>
            <Show when=move || nested.with(Option::is_some)>
                <button type="button" class="mini" title=keys::title(Action::Inline) on:click=unfold>"Take apart"</button>
            </Show>
            <button type="button" class="mini remove" title=keys::title(Action::Remove) on:pointerenter=move |_| asked.set(true) on:focus=move |_| asked.set(true) on:click=remove>"Remove"</button>
        </div>
        <Show when=move || naming.get()><NewAssembly naming=naming /></Show>
        <Show when=move || !lost.with(Vec::is_empty)>
            <p class="consequences">"Removing takes along: "{move || lost.with(|lost| named(lost))}</p>
        </Show>
    }
}

/// What would go with the removal of these, besides themselves.
pub fn taken_along(analysis: &Analysis, file: &FilePath, paths: &[NodePath]) -> Vec<String> {
    let change = analysis.command(file, &Command::Remove(paths.to_vec())).ok();
    let lost = change.and_then(|change| analysis.consequences(&change).ok()).map(|found| found.lost);
    let own = |path: &NodePath| {
        let source = analysis.file(file)?;
        Some(source.key_span(path)?.cover(source.span_of(path)?))
    };
    let own: Vec<Span> = paths.iter().filter_map(own).collect();
    let lost = lost.unwrap_or_default().into_iter().filter(|loss| !own.iter().any(|own| own.contains(loss.span)));
    lost.map(|loss| loss.title).collect()
}

/// Copies what is selected, and selects the copies.
pub fn duplicate(editor: Editor) {
    add_and_select(editor, &Command::Duplicate(editor.selection.get_untracked()));
}

/// Does what brings new boxes, and selects them.
pub fn add_and_select(editor: Editor, command: &Command) {
    let parts = move || {
        let view = editor.scene.get_untracked();
        view.scene.boxes.iter().map(|found| found.path.clone()).collect::<Vec<_>>()
    };
    let before = parts();
    if editor.command(command).is_ok() {
        editor.selection.set(parts().into_iter().filter(|path| !before.contains(path)).collect());
    }
}

/// Asks for the name of the assembly that the selected components go into.
#[component]
pub fn NewAssembly(naming: RwSignal<bool>) -> impl IntoView {
    let editor = Editor::expect();
    let proposed = untrack(|| proposed_name(editor)).unwrap_or_default();
    let name = RwSignal::new(proposed);
    let go = move || {
        let text = name.get_untracked();
        let Some(of) = DescriptorRef::parse(text.trim()) else {
            return editor.fail("Not done: a name such as `assembly::video_edge::1.0` is needed");
        };
        let Some(file) = untrack(|| file_for(editor, &of)) else {
            return editor.fail("Not done: no file can have that name");
        };
        let command = Command::Extract { parts: editor.selection.get_untracked(), of, file };
        if editor.command(&command).is_ok() {
            let _ = naming.try_set(false);
        }
    };
    let key = move |event: web_sys::KeyboardEvent| match event.key().as_str() {
        "Enter" if !event.is_composing() => go(),
        "Escape" => naming.set(false),
        _ => {}
    };
    view! {
        <div class="field-input new-assembly">
            <input type="text" spellcheck="false" autocomplete="off" aria-label="Name of the new assembly" data-input="new-assembly" prop:value=name on:input=move |event| name.set(event_target_value(&event)) on:keydown=key />
            <button type="button" class="mini" on:click=move |_| go()>"Create"</button>
        </div>
    }
}

fn proposed_name(editor: Editor) -> Option<String> {
    let analysis = editor.analysis.get();
    let Some(Descriptor::Assembly(descriptor)) = &analysis.file(&editor.file.get()?)?.descriptor else { return None };
    let own = descriptor.full_name.as_ref()?;
    let taken = |name: &str| !analysis.catalog().versions("assembly", name).is_empty();
    let part = editor.selection.with(|selection| selection.first()?.last_key().map(str::to_owned))?;
    let base = format!("{}_{part}_group", own.name);
    let numbered = (2..).map(|number| format!("{base}_{number}"));
    let name = std::iter::once(base.clone()).chain(numbered).find(|name| !taken(name))?;
    Some(format!("assembly::{name}::1.0"))
}

/// A file beside the open one, named after the descriptor.
fn file_for(editor: Editor, of: &DescriptorRef) -> Option<FilePath> {
    let open = editor.file.get()?;
    let folder = if open.folder().is_empty() { String::new() } else { format!("{}/", open.folder()) };
    let plain = |text: &str| text.replace(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '-' | '_')), "-");
    FilePath::new(&format!("{folder}{}-{}.yaml", plain(&of.name), plain(&of.version)))
}

/// What a change of a type would bring that is wrong.
pub fn broken_by(analysis: &Analysis, file: &FilePath, command: &Command) -> Vec<String> {
    let change = analysis.command(file, command).ok();
    let found = change.and_then(|change| analysis.consequences(&change).ok()).unwrap_or_default();
    let bad = found.come.into_iter().filter(|found| found.severity != Severity::Info);
    bad.map(|found| found.message).collect()
}

/// The first of several things, and how many more there are.
pub fn named(things: &[String]) -> impl IntoView + use<> {
    let more = things.len().saturating_sub(NAMED);
    let rest = if more == 0 { String::new() } else { format!(", and {more} more") };
    let text = things.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    view! { {message(&text)}{rest} }
}

/// The path under which a property of a component is promoted.
pub fn promoted(part: &NodePath, name: &str) -> Command {
    Command::Promote { path: part.key("properties").key(name), name: None }
}
