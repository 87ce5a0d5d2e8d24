//! Commands on components that select their result.

use descriptorium_core::scene::fold::split;
use descriptorium_core::scene::stability::room_for;
use descriptorium_core::scene::{Rect, SceneBox};
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::{Command, Point, VertexKind};
use leptos::prelude::*;

use crate::state::editor::Editor;

/// Duplicates the selection, and selects the copies.
pub fn duplicate(editor: Editor) {
    add_and_select(editor, &Command::Duplicate(editor.selection.get_untracked()));
}

/// Runs a command that adds boxes, and selects the new ones.
pub fn add_and_select(editor: Editor, command: &Command) {
    // `command` has already shown the error.
    select_new(editor, || drop(editor.command(command)));
}

/// Selects the boxes that `then` adds, shows the first one in the text, and returns whether there are any.
pub fn select_new(editor: Editor, then: impl FnOnce()) -> bool {
    let parts = move || {
        let view = editor.scene.get_untracked();
        let path = |found: &SceneBox| found.path.clone();
        (view.scene.boxes.iter().map(path).collect::<Vec<_>>(), view.base.boxes.iter().map(path).collect::<Vec<_>>())
    };
    let (before, hidden) = parts();
    then();
    // A new connection can bring boxes into view that were hidden.
    let is_new = |path: &NodePath| !before.contains(path) && !hidden.contains(path);
    let new: Vec<NodePath> = parts().0.into_iter().filter(is_new).collect();
    let Some(first) = new.first() else { return false };
    editor.reveal_item(first);
    editor.selection.set(new);
    true
}

/// Moves the selected boxes to a new descriptor in a file of its own, or returns why that is impossible.
pub fn extract(editor: Editor, name: &str) -> Result<(), String> {
    let (analysis, open) = (editor.analysis.get_untracked(), editor.file.get_untracked());
    let parts = editor.selection.get_untracked();
    let command = match open.as_ref().and_then(|open| analysis.extraction(open, &parts, name)) {
        Some(command) => command.map_err(|why| why.to_string())?,
        None => {
            let of = DescriptorRef::parse(name).ok_or(crate::words::file_actions::full_name_needed())?;
            let file = analysis.file_for(&of, open.as_ref()).ok_or(crate::words::file_actions::not_a_path())?;
            Command::Extract { parts, of, file }
        }
    };
    let mut done = Ok(());
    if select_new(editor, || done = editor.command(&command))
        && let Some(place) = place_beside(editor)
    {
        // `command` has already shown the error.
        let _ = editor.complete(&editor.analysis.get_untracked(), &Command::Place(vec![place]));
    }
    done.map_err(|why| why.to_string())
}

/// A free position for the selected box, if it covers another one.
pub fn place_beside(editor: Editor) -> Option<(NodePath, Point)> {
    let path = editor.selection.with_untracked(|selection| selection.first().cloned())?;
    editor.scene.with_untracked(|view| {
        let rect = view.found(&path)?.rect;
        // It does not cover the frames around it.
        let is_around = |found: &SceneBox| found.kind == VertexKind::Boundary || found.frame && found.rect.holds(rect);
        let is_beside = |found: &&SceneBox| found.path != path && !is_around(found);
        // Boxes that are not shown count, too.
        let all = if view.isolated().is_some() { &view.base } else { &view.scene };
        let others = all.boxes.iter().filter(is_beside).filter(|found| split(&found.path).is_none());
        let others: Vec<Rect> = others.map(|found| found.rect).collect();
        let is_on_another = others.iter().any(|other| other.overlaps(rect));
        let free = is_on_another.then(|| room_for(rect, &others, Some(Point::default())))?;
        Some((path.clone(), Point { x: free.x, y: free.y }))
    })
}

/// An unused name for the type of the node that the selected ones leave, if the language has such types.
pub fn proposed_type(editor: Editor) -> Option<String> {
    let file = editor.file.get()?;
    editor.selection.with(|selection| editor.drawn.get().proposed_type(&file, selection))
}

/// An unused name for that assembly.
pub fn proposed_name(editor: Editor) -> Option<String> {
    let analysis = editor.drawn.get();
    let own = analysis.descriptor(&editor.file.get()?)?.full_name.as_ref()?;
    let taken = |name: &str| !analysis.catalog().versions("assembly", name).is_empty();
    let part = editor.selection.with(|selection| selection.first()?.last_key().map(str::to_owned))?;
    let base = format!("{}_{part}_group", own.name);
    let numbered = (2..).map(|number| format!("{base}_{number}"));
    let name = std::iter::once(base.clone()).chain(numbered).find(|name| !taken(name))?;
    Some(format!("assembly::{name}::1.0"))
}

/// The path of a component's property after it has been promoted.
pub fn promoted(part: &NodePath, name: &str) -> Command {
    Command::Promote { path: part.key("properties").key(name), name: None }
}
