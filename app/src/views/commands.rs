//! The command palette: search terms of the commands, and reasons why some are unavailable.

use leptos::prelude::*;

use crate::gestures::actions::act;
use crate::gestures::all_actions::has_placed;
use crate::gestures::reconnect;
use crate::gestures::selection::{has_action, is_left_to_host};
use crate::model::disk::{FileSource, Served};
use crate::state::canvas::Canvas;
use crate::state::keys::shown;
use crate::state::keys::{Action, FileAction, TextAction, named};
use crate::state::preview;
use crate::views::picker::{PickerItem, pick};
use crate::words::canvas as words;

/// The buttons of the preview that commands press.
const IN_PREVIEW: [&str; 5] = ["draw-instances", "step-next", "step-back", "keep-preview", "save-expansion"];

/// Lets the user choose a command.
pub fn commands(canvas: Canvas, title: String) -> AnyView {
    let has_preview = untrack(|| preview::is_offered(canvas.editor));
    let is_offered = |action| {
        action != Action::Commands && (has_preview || !is_of_preview(action)) && !is_left_to_host(canvas.editor, action)
    };
    let rows = named().filter(|(row, _)| is_offered(row.action));
    let choices = rows.clone().map(|(row, name)| PickerItem {
        label: (name.title)().to_owned(),
        detail: (name.group)().to_owned(),
        keys: row.keys.first().map_or(String::new(), |keys| shown(keys)),
        also: other_words(row.action),
        refused: unavailable(canvas, row.action).map(str::to_owned),
        ..PickerItem::default()
    });
    let (choices, actions) = (choices.collect(), rows.map(|(row, _)| row.action).collect());
    pick(canvas, title, "", choices, actions, move |action: Action| {
        canvas.focus();
        act(canvas, action);
    })
}

/// Whether an action belongs to the preview, which not every language has.
fn is_of_preview(action: Action) -> bool {
    matches!(action, Action::Press(id) if id == "tab-preview" || IN_PREVIEW.contains(&id))
}

/// Why an action is unavailable, as far as that is known without trying.
pub fn unavailable(canvas: Canvas, action: Action) -> Option<&'static str> {
    let selected = canvas.editor.selection.with_untracked(|paths| paths.iter().filter(|path| !path.is_root()).count());
    let (undo, redo) = untrack(|| canvas.editor.steps());
    // A host knows itself what it can undo.
    let is_elsewhere = untrack(|| canvas.editor.host.undoes());
    match action {
        _ if !untrack(|| has_action(canvas.editor, action)) => Some(words::not_in_this_language()),
        Action::Undo if undo.is_none() && !is_elsewhere => Some(crate::words::shell::nothing_to_undo()),
        Action::Redo if redo.is_none() && !is_elsewhere => Some(crate::words::shell::nothing_to_redo()),
        Action::EditValue | Action::TogglePorts if selected > 1 => Some(words::select_one()),
        Action::Connect
        | Action::Target
        | Action::Promote
        | Action::Retype
        | Action::Open
        | Action::ShowType
        | Action::ToggleFold
        | Action::Inline
        | Action::Attach
            if selected != 1 =>
        {
            Some(words::select_one())
        }
        Action::ReconnectSource | Action::ReconnectTarget => reconnect::unavailable(canvas.editor, action),
        Action::Press(id) if IN_PREVIEW.contains(&id) && !crate::browser::dom::can_press("keep-preview") => {
            Some(crate::words::shortcuts::open_the_preview())
        }
        Action::Press(id) if !crate::browser::dom::can_press(id) => Some(crate::words::file_actions::not_available()),
        Action::Documentation if !is_served(canvas) => Some(crate::words::file_actions::no_documentation()),
        Action::File(FileAction::Rename | FileAction::Duplicate | FileAction::Delete | FileAction::Download)
            if canvas.editor.file.with_untracked(Option::is_none) =>
        {
            Some(crate::words::canvas::no_file_open())
        }
        Action::Arrange(_) if selected < 2 => Some(words::several_needed()),
        Action::Back if canvas.breadcrumbs.with_untracked(Vec::is_empty) => Some(words::no_way_back()),
        Action::Unplace if !has_placed(canvas) => Some(words::nothing_placed()),
        Action::TidySelection if selected < 2 => Some(words::several_needed()),
        Action::IsolationDepth | Action::IsolationFlow | Action::ShowAll if !is_isolated(canvas) => {
            Some(crate::words::isolation::nothing_isolated())
        }
        Action::Isolate if selected == 0 && !is_isolated(canvas) => Some(crate::words::isolation::nothing_around()),
        Action::Copy
        | Action::Cut
        | Action::Duplicate
        | Action::Remove
        | Action::Extract
        | Action::Move(_)
        | Action::MoveFar(_)
        | Action::FitSelection
            if selected == 0 =>
        {
            Some(words::nothing_selected())
        }
        _ => None,
    }
}

/// Whether only a part of the diagram is shown.
fn is_isolated(canvas: Canvas) -> bool {
    canvas.editor.scene.with_untracked(|view| view.isolated().is_some())
}

/// Whether there is documentation for the files: a program serves it, or both were published together.
fn is_served(canvas: Canvas) -> bool {
    let has_pages = |served: &Option<Served>| {
        matches!(served, Some(Served { source: FileSource::Program { .. } | FileSource::Site, .. }))
    };
    canvas.editor.served.with_untracked(has_pages)
}

/// Additional search terms of a command.
fn other_words(action: Action) -> &'static str {
    use crate::words::shortcuts as words;
    match action {
        Action::SaveSvg | Action::SavePng | Action::Press("save-expansion") => words::also_export(),
        Action::File(FileAction::Download) => words::also_export(),
        Action::ToggleFold => words::also_fold(),
        Action::Extract => words::also_group(),
        Action::Attach => words::also_attach(),
        Action::Target => words::also_target(),
        Action::Inline => words::also_ungroup(),
        Action::Fit | Action::FitSelection | Action::ActualSize => words::also_fit(),
        Action::Press("theme") => words::also_theme(),
        Action::Press("settings") => words::also_settings(),
        Action::Press("tab-preview" | "draw-instances") => words::also_preview(),
        Action::Press("tab-problems") => words::also_findings(),
        Action::Press("changes") => words::also_changes(),
        Action::SetLocale(_) => words::also_language(),
        Action::Tidy | Action::TidySelection | Action::Unplace => words::also_tidy(),
        Action::Arrange(_) => words::also_arrange(),
        Action::Remove => words::also_remove(),
        Action::Connect => words::also_connect(),
        Action::Add => words::also_add(),
        Action::Open => words::also_open(),
        Action::ShowType => words::also_type(),
        Action::More => words::also_more(),
        Action::Back => words::also_back(),
        Action::Retype => words::also_retype(),
        Action::Text(TextAction::Format) => words::also_format(),
        Action::Table => words::also_table(),
        Action::Find => words::also_find(),
        Action::Legend => words::also_legend(),
        Action::Isolate | Action::IsolationDepth | Action::IsolationFlow | Action::ShowAll => words::also_isolate(),
        _ => "",
    }
}
