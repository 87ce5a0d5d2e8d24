//! What can be done with the components that are selected, with what each would take along or break.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::scene::fold::split;
use descriptorium_core::scene::keep::room_for;
use descriptorium_core::scene::{Rect, SceneBox};
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::topology::{Command, Point, VertexKind};
use leptos::prelude::*;

use crate::canvas::Canvas;
use crate::canvas::question::Question;
use crate::editor::Editor;
use crate::keys::{self, Action};
use crate::message::message;
use crate::words::inspector as words;

/// How many consequences are named; the rest is counted.
const NAMED: usize = 6;

/// Up to this many bytes of text it is said at once what a removal takes along; of more, when somebody comes near.
const SMALL: usize = 60_000;

/// The actions on what is selected.
#[component]
pub fn Actions() -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let editor = canvas.editor;
    let nested = Memo::new(move |_| {
        let (analysis, file) = (editor.analysis.get(), editor.file.get()?);
        let path = editor.selection.with(|paths| paths.first().filter(|_| paths.len() == 1).cloned())?;
        analysis.is_nested(&file, &path).then_some(Command::Inline { path })
    });
    let asked = RwSignal::new(false);
    let lost = Memo::new(move |_| {
        let Some(file) = editor.file.get() else { return Vec::new() };
        let paths = editor.selection.get();
        let analysis = editor.analysis.get();
        if !asked.get() && analysis.file(&file).is_none_or(|file| file.text.len() > SMALL) {
            return Vec::new();
        }
        effects(&analysis, &file, &Command::Remove(paths)).along
    });
    let duplicate = move |_| duplicate(editor);
    let remove = move |_| crate::canvas::act::remove(canvas, editor.selection.get_untracked());
    let unfold = move |_| {
        if let Some(command) = nested.get_untracked() {
            // A refusal has been said already.
            let _ = editor.command(&command);
        }
    };
    view! {
        <div class="actions" role="toolbar" aria-label=words::on_selection()>
            <button type="button" class="mini" title=keys::title(Action::Duplicate) on:click=duplicate>{crate::words::shortcuts::duplicate()}</button>
            <button type="button" class="mini" title=keys::title(Action::Extract) aria-haspopup="dialog" on:click=move |_| canvas.ask(Question::Extract, None)>
                {words::into_assembly()}
            </button>
            <Show when=move || nested.with(Option::is_some)>
                <button type="button" class="mini" title=keys::title(Action::Inline) on:click=unfold>{words::take_apart()}</button>
            </Show>
            <button type="button" class="mini remove" title=keys::title(Action::Remove) on:pointerenter=move |_| asked.set(true) on:focus=move |_| asked.set(true) on:click=remove>{crate::words::shortcuts::remove()}</button>
        </div>
        <Show when=move || !lost.with(Vec::is_empty)>
            <p class="consequences">{words::takes_along()}{move || lost.with(|lost| named(lost))}</p>
        </Show>
    }
}

/// What a command does besides what it is for.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Effects {
    /// What goes along with it.
    pub along: Vec<String>,
    /// What would be wrong then, and is not now.
    pub wrong: Vec<String>,
}

/// What `command` would do to `file`, and in all files, besides what it is for; nothing if it is refused.
pub fn effects(analysis: &Analysis, file: &FilePath, command: &Command) -> Effects {
    let change = analysis.command(file, command).ok();
    let found = change.and_then(|change| analysis.consequences(&change).ok()).unwrap_or_default();
    let own = |path: &NodePath| {
        let source = analysis.file(file)?;
        Some(source.key_span(path)?.cover(source.span_of(path)?))
    };
    let own: Vec<Span> = match command {
        Command::Remove(paths) => paths.iter().filter_map(own).collect(),
        _ => Vec::new(),
    };
    let told =
        |other: &FilePath, text: String| if other == file { text } else { words::in_file(&text, other.as_str()) };
    let lost = found.lost.into_iter();
    let lost = lost.filter(|loss| loss.file != *file || !own.iter().any(|own| own.contains(loss.span)));
    let bad = found.come.into_iter().filter(|found| found.severity != Severity::Info);
    let mut wrong: Vec<String> = bad.map(|found| told(&found.file, found.message)).collect();
    wrong.dedup();
    Effects { along: lost.map(|loss| told(&loss.file, loss.title)).collect(), wrong }
}

/// Copies what is selected, and selects the copies.
pub fn duplicate(editor: Editor) {
    add_and_select(editor, &Command::Duplicate(editor.selection.get_untracked()));
}

/// Does what brings new boxes, and selects them.
pub fn add_and_select(editor: Editor, command: &Command) {
    // A refusal is said.
    select_new(editor, || drop(editor.command(command)));
}

/// Selects the boxes that are there after something was done, and were not before; whether there are any.
pub fn select_new(editor: Editor, then: impl FnOnce()) -> bool {
    let parts = move || {
        let view = editor.scene.get_untracked();
        view.scene.boxes.iter().map(|found| found.path.clone()).collect::<Vec<_>>()
    };
    let before = parts();
    then();
    let new: Vec<NodePath> = parts().into_iter().filter(|path| !before.contains(path)).collect();
    let are_any = !new.is_empty();
    if are_any {
        editor.selection.set(new);
    }
    are_any
}

/// Puts the selected components into an assembly of this name, in a file that is called after it; or says why not.
pub fn extract(editor: Editor, name: &str) -> Result<(), String> {
    let of = DescriptorRef::parse(name).ok_or(crate::words::filing::full_name_needed())?;
    let open = editor.file.get_untracked();
    let file = editor.analysis.get_untracked().file_for(&of, open.as_ref()).ok_or(crate::words::filing::not_a_path())?;
    let command = Command::Extract { parts: editor.selection.get_untracked(), of, file };
    let mut done = Ok(());
    if select_new(editor, || done = editor.command(&command))
        && let Some(place) = place_beside(editor)
    {
        // A refusal is said.
        let _ = editor.complete(&editor.analysis.get_untracked(), &Command::Place(vec![place]));
    }
    done.map_err(|why| why.to_string())
}

/// Where the selected box has room, if it is on top of another.
fn place_beside(editor: Editor) -> Option<(NodePath, Point)> {
    let path = editor.selection.with_untracked(|selection| selection.first().cloned())?;
    editor.scene.with_untracked(|view| {
        let rect = view.found(&path)?.rect;
        let is_beside = |found: &&SceneBox| found.path != path && found.kind != VertexKind::Boundary;
        let others = view.scene.boxes.iter().filter(is_beside).filter(|found| split(&found.path).is_none());
        let others: Vec<Rect> = others.map(|found| found.rect).collect();
        let is_on_another = others.iter().any(|other| other.overlaps(rect));
        let free = is_on_another.then(|| room_for(rect, &others, Some(Point::default())))?;
        Some((path.clone(), Point { x: free.x, y: free.y }))
    })
}

/// A name for that assembly, which nobody has.
pub fn proposed_name(editor: Editor) -> Option<String> {
    let analysis = editor.analysis.get();
    let own = analysis.descriptor(&editor.file.get()?)?.full_name.as_ref()?;
    let taken = |name: &str| !analysis.catalog().versions("assembly", name).is_empty();
    let part = editor.selection.with(|selection| selection.first()?.last_key().map(str::to_owned))?;
    let base = format!("{}_{part}_group", own.name);
    let numbered = (2..).map(|number| format!("{base}_{number}"));
    let name = std::iter::once(base.clone()).chain(numbered).find(|name| !taken(name))?;
    Some(format!("assembly::{name}::1.0"))
}

/// The first of several things, and how many more there are.
pub fn named(things: &[String]) -> impl IntoView + use<> {
    let more = things.len().saturating_sub(NAMED);
    let rest = if more == 0 { String::new() } else { words::and_more(more) };
    let text = things.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    view! { {message(&text)}{rest} }
}

/// The path under which a property of a component is promoted.
pub fn promoted(part: &NodePath, name: &str) -> Command {
    Command::Promote { path: part.key("properties").key(name), name: None }
}
