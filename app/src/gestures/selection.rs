//! The kind of the selection, and the actions that apply to it.

use descriptorium_core::language::Edit;
use descriptorium_core::scene::fold::split;
use descriptorium_core::topology::foreign::is_foreign;
use leptos::prelude::*;

use crate::gestures::folds::is_expanded;
use crate::gestures::reconnect::movable;
use crate::gestures::targets::open_requirements;
use crate::model::arrange::Arrangement;
use crate::model::protocol::HostPane;
use crate::state::editor::Editor;
use crate::state::keys::{Action, FileAction};

/// The kind of selection, as the selection bar distinguishes it.
#[derive(Clone, PartialEq, Debug)]
pub enum Subject {
    Connection,
    /// A connection point on the border.
    Port,
    Box {
        nested: bool,
        opens: bool,
        turns: bool,
    },
    /// A box inside an expanded box.
    Inner {
        opens: bool,
        turns: bool,
    },
    /// A box of another file.
    Foreign,
    Boxes(usize),
}

/// The selection, if any action applies to it.
pub fn subject(editor: Editor) -> Option<Subject> {
    let selection = editor.selection.get();
    let (analysis, file) = (editor.drawn.get(), editor.file.get()?);
    if editor.is_read_only() {
        return None;
    }
    analysis.file(&file)?.language?;
    let boxes = editor.scene.with(|view| selection.iter().filter(|path| view.found(path).is_some()).count());
    match selection.as_slice() {
        [] => None,
        [path] if path.is_root() => None,
        [path] if boxes == 1 => {
            let origin = analysis.origin(&file, path);
            let opens = origin.is_some_and(|(file, path)| {
                analysis.diagram_of_box(&file, &path).is_some()
                    || analysis.part_type(&file, &path).is_some()
                    || analysis.linked(&file, &path).is_some()
            });
            let turns =
                editor.scene.with(|view| view.found(path).is_some_and(|found| is_expanded(editor, found).is_some()));
            Some(match split(path) {
                None if is_foreign(path) => Subject::Foreign,
                None => Subject::Box { nested: analysis.is_nested(&file, path), opens, turns },
                Some(_) => Subject::Inner { opens, turns },
            })
        }
        [path] if editor.scene.with(|view| view.port(path).is_some()) => Some(Subject::Port),
        [_] => Some(Subject::Connection),
        _ => Some(Subject::Boxes(boxes)),
    }
}

/// The diagram edit that an action performs, if only some languages support it.
pub fn edit_of(action: Action) -> Option<Edit> {
    match action {
        Action::Connect | Action::ReconnectSource | Action::ReconnectTarget => Some(Edit::Connect),
        Action::Promote => Some(Edit::Promote),
        Action::Retype => Some(Edit::Retype),
        Action::Extract => Some(Edit::Extract),
        Action::Inline => Some(Edit::Inline),
        Action::Convert => Some(Edit::Convert),
        Action::ToggleHosting => Some(Edit::Host),
        Action::Attach => Some(Edit::Attach),
        Action::Target => Some(Edit::Target),
        _ => None,
    }
}

/// Whether the language of the open file supports an edit in the shown diagram.
pub fn has_edit(editor: Editor, edit: Edit) -> bool {
    let language = editor.file.get().and_then(|file| editor.drawn.get().file(&file)?.language);
    let is_in_diagram = editor.diagram.with(|diagram| diagram.kind.has_edit(edit));
    is_in_diagram && language.is_none_or(|language| language.has_edit(edit))
}

/// Whether a connection that ends at nothing can bring a new box.
pub fn takes_new_box(editor: Editor) -> bool {
    has_edit(editor, Edit::Promote) || editor.diagram.with(|diagram| diagram.kind.takes_new_box())
}

/// Whether the page of a host, in a frame, lacks what an action needs: an address of its own, downloads, folders, other
/// pages beside it, or a pane that the host leaves out.
pub fn is_left_to_host(editor: Editor, action: Action) -> bool {
    let host = editor.host;
    host.is_present
        && untrack(|| match action {
            Action::CopyLink
            | Action::SaveSvg
            | Action::SavePng
            | Action::File(FileAction::Download)
            | Action::Press("open-folder" | "save-expansion")
            | Action::Documentation => true,
            Action::Text(_) => !host.shows(HostPane::Text),
            Action::FilesPane => !host.shows_left(),
            Action::ViewsPane => !host.shows_views(),
            _ => false,
        })
}

/// Whether an action is available in the language of the open file, and in this page.
pub fn has_action(editor: Editor, action: Action) -> bool {
    !is_left_to_host(editor, action) && edit_of(action).is_none_or(|edit| has_edit(editor, edit))
}

/// The actions that are available for the selection in the language of the open file.
pub fn actions(editor: Editor, subject: &Subject) -> Vec<Action> {
    let mut found = all_actions(subject);
    found.retain(|action| {
        let is_possible = match action {
            Action::Attach => takes_files(editor),
            Action::Target => has_open_requirements(editor),
            Action::ShowType => has_other_type(editor),
            Action::ReconnectSource => movable(editor).iter().any(|end| end.moved.is_source),
            Action::ReconnectTarget => movable(editor).iter().any(|end| !end.moved.is_source),
            _ => true,
        };
        is_possible && has_action(editor, *action)
    });
    found
}

/// Whether files can be attached to the selection.
fn takes_files(editor: Editor) -> bool {
    let (file, selection) = (editor.file.get(), editor.selection.get());
    let (Some(file), [path]) = (file, selection.as_slice()) else { return false };
    editor.drawn.with(|analysis| analysis.takes_files(&file, path))
}

/// Whether the selected box has a type with a diagram, and is not a type itself, which opens its own.
fn has_other_type(editor: Editor) -> bool {
    let (file, selection) = (editor.file.get(), editor.selection.get());
    let (Some(file), [path]) = (file, selection.as_slice()) else { return false };
    editor
        .drawn
        .with(|analysis| analysis.type_of_box(&file, path).is_some() && analysis.diagram_of_box(&file, path).is_none())
}

/// Whether the selected box has requirements without a target.
fn has_open_requirements(editor: Editor) -> bool {
    match editor.selection.get().as_slice() {
        [path] => !open_requirements(editor, path).is_empty(),
        _ => false,
    }
}

fn all_actions(subject: &Subject) -> Vec<Action> {
    match subject {
        Subject::Connection => {
            let reconnect = [Action::ReconnectTarget, Action::ReconnectSource];
            reconnect.into_iter().chain([Action::Isolate, Action::Inspect, Action::Remove]).collect()
        }
        Subject::Port => vec![Action::Connect, Action::Duplicate, Action::Isolate, Action::Inspect, Action::Remove],
        Subject::Inner { opens, turns } => {
            let turn = turns.then_some(Action::ToggleFold);
            turn.into_iter().chain(opens.then_some(Action::Open)).chain([Action::Isolate]).collect()
        }
        Subject::Foreign => vec![Action::Connect, Action::Open, Action::Isolate, Action::Inspect],
        Subject::Box { nested, opens, turns } => {
            let mut actions = vec![
                Action::Connect,
                Action::Target,
                Action::Promote,
                Action::Attach,
                Action::Duplicate,
                Action::Extract,
            ];
            if *turns {
                actions.push(Action::ToggleFold);
            }
            if *nested {
                actions.push(Action::Inline);
            }
            if *opens {
                actions.push(Action::Open);
            }
            actions.extend([Action::ShowType, Action::Isolate, Action::Inspect, Action::Remove]);
            actions
        }
        Subject::Boxes(count) => {
            let mut actions = [
                Arrangement::Left,
                Arrangement::Center,
                Arrangement::Right,
                Arrangement::Top,
                Arrangement::Middle,
                Arrangement::Bottom,
            ]
            .map(Action::Arrange)
            .to_vec();
            if *count > 2 {
                actions.extend([Arrangement::Across, Arrangement::Down].map(Action::Arrange));
            }
            actions.extend([Action::Duplicate, Action::Extract, Action::Isolate, Action::Remove]);
            actions
        }
    }
}
