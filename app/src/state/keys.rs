//! The shortcuts: a single table from which key handling, the list of shortcuts, the command palette and the tooltips
//! of buttons are generated.

use Scope::{Canvas, Everywhere, Files, OutsideFields, Text};
use descriptorium_core::template::Template;
use web_sys::KeyboardEvent;

use crate::model::arrange::Arrangement;
use crate::model::neighbors::Direction;
use crate::words::locale::Locale;
use crate::words::{Words, shortcuts as words};

/// An action of the user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Commands,
    Shortcuts,
    Save,
    Undo,
    Redo,
    NextPane,
    Search,
    Menu,
    Select(Direction),
    Extend(Direction),
    Next,
    Previous,
    NextConnection,
    PreviousConnection,
    SelectAll,
    SelectSeveral,
    SelectNone,
    Find,
    Add,
    Connect,
    Promote,
    Open,
    ToggleFold,
    Back,
    Inspect,
    Copy,
    Cut,
    Paste,
    Duplicate,
    Remove,
    Retype,
    Extract,
    Inline,
    Move(Direction),
    MoveFar(Direction),
    Arrange(Arrangement),
    Tidy,
    TidySelection,
    Pan(Direction),
    ZoomIn,
    ZoomOut,
    ActualSize,
    Fit,
    FitSelection,
    Table,
    Map,
    CopyLink,
    SaveSvg,
    SavePng,
    SetLocale(Locale),
    New(Template),
    File(FileAction),
    /// Clicks the element with this id.
    Press(&'static str),
    Documentation,
    Text(TextAction),
}

/// An action on files: on the open one, or on the one in the focused row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileAction {
    New,
    Open,
    Rename,
    Duplicate,
    Delete,
    Download,
}

/// An action of the text editor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextAction {
    Complete,
    Explain,
    Fixes,
    NextFinding,
    PreviousFinding,
    Definition,
    Peek,
    References,
    Rename,
    Outline,
    Find,
    SelectNext,
    Comment,
    Format,
    Fold,
    Unfold,
    FoldAll,
    UnfoldAll,
}

/// Where a shortcut applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Always, including text fields.
    Everywhere,
    /// Always except in text fields.
    OutsideFields,
    /// While the canvas has the focus.
    Canvas,
    /// While the list of files has the focus.
    Files,
    /// While the text editor has the focus.
    Text,
}

/// A row of the table.
#[derive(Debug)]
pub struct Shortcut {
    pub action: Action,
    pub group: Words,
    pub title: Words,
    pub scope: Scope,
    /// Alternative keys: `Ctrl+Shift+G`, `ArrowLeft`, `?`. `Ctrl` is the command key on a Mac.
    pub keys: &'static [&'static str],
}

const fn row(action: Action, group: Words, title: Words, scope: Scope, keys: &'static [&'static str]) -> Shortcut {
    Shortcut { action, group, title, scope, keys }
}

const GENERAL: Words = words::general;
const FILES: Words = words::files;
const SELECT: Words = words::select;
const EDIT: Words = words::edit;
const MOVE: Words = words::movement;
const VIEW: Words = words::view;
const TEXT: Words = words::text;

/// All shortcuts, in the order in which they are listed.
pub const SHORTCUTS: &[Shortcut] = &[
    row(Action::Commands, GENERAL, words::find_a_command, Everywhere, &["Ctrl+K", "F1"]),
    row(Action::Shortcuts, GENERAL, words::show_all_shortcuts, OutsideFields, &["?"]),
    row(Action::Save, GENERAL, words::save_all_changed_files, Everywhere, &["Ctrl+S"]),
    row(Action::Undo, GENERAL, crate::words::shell::undo, OutsideFields, &["Ctrl+Z"]),
    row(Action::Redo, GENERAL, crate::words::shell::redo, OutsideFields, &["Ctrl+Shift+Z", "Ctrl+Y"]),
    row(Action::NextPane, GENERAL, words::go_to_the_next_pane, Everywhere, &["F6"]),
    row(Action::Press("tab-yaml"), GENERAL, words::show_the_yaml, OutsideFields, &[]),
    row(Action::Press("tab-problems"), GENERAL, words::show_the_findings, OutsideFields, &[]),
    row(Action::Press("tab-inspector"), GENERAL, words::show_the_inspector, OutsideFields, &[]),
    row(Action::Press("tab-preview"), GENERAL, words::show_the_preview, OutsideFields, &[]),
    row(Action::Press("draw-instances"), GENERAL, words::show_the_instances_on_the_canvas, OutsideFields, &[]),
    row(Action::Press("step-next"), GENERAL, words::next_stage, OutsideFields, &[]),
    row(Action::Press("step-back"), GENERAL, words::previous_stage, OutsideFields, &[]),
    row(Action::Press("keep-preview"), GENERAL, words::keep_to_compare, OutsideFields, &[]),
    row(Action::Press("save-expansion"), GENERAL, words::save_the_expansion, OutsideFields, &[]),
    row(Action::Press("settings"), GENERAL, words::settings_of_the_catalog, OutsideFields, &[]),
    row(Action::Press("changes"), GENERAL, words::show_unsaved_changes, OutsideFields, &[]),
    row(Action::Press("theme"), GENERAL, words::light_or_dark, OutsideFields, &[]),
    row(Action::Documentation, GENERAL, words::open_the_documentation, OutsideFields, &[]),
    row(Action::File(FileAction::Open), FILES, words::open_a_file, Everywhere, &["Ctrl+P"]),
    row(Action::Search, FILES, words::search_all_files, Everywhere, &["Ctrl+Shift+F"]),
    row(Action::File(FileAction::New), FILES, words::new_file, Files, &["Insert"]),
    row(Action::New(Template::Assembly), FILES, words::new_assembly, Files, &[]),
    row(Action::New(Template::Resource), FILES, words::new_resource, Files, &[]),
    row(Action::New(Template::Tosca), FILES, words::new_tosca, Files, &[]),
    row(Action::New(Template::Asd), FILES, words::new_asd, Files, &[]),
    row(Action::New(Template::Homing), FILES, words::new_homing, Files, &[]),
    row(Action::New(Template::Intent), FILES, words::new_intent, Files, &[]),
    row(Action::File(FileAction::Rename), FILES, words::rename_the_file, Files, &["F2"]),
    row(Action::File(FileAction::Duplicate), FILES, words::duplicate_the_file, Files, &["Ctrl+D"]),
    row(Action::File(FileAction::Delete), FILES, words::delete_the_file, Files, &["Delete"]),
    row(Action::File(FileAction::Download), FILES, words::download_the_file, Files, &[]),
    row(Action::Press("open-files-button"), FILES, words::open_files_or_archives, Files, &[]),
    row(Action::Press("open-folder"), FILES, words::open_a_folder, Files, &[]),
    row(Action::Select(Direction::Left), SELECT, words::select_the_box_to_the_left, Canvas, &["ArrowLeft"]),
    row(Action::Select(Direction::Right), SELECT, words::select_the_box_to_the_right, Canvas, &["ArrowRight"]),
    row(Action::Select(Direction::Up), SELECT, words::select_the_box_above, Canvas, &["ArrowUp"]),
    row(Action::Select(Direction::Down), SELECT, words::select_the_box_below, Canvas, &["ArrowDown"]),
    row(Action::Extend(Direction::Left), SELECT, words::add_the_box_to_the_left, Canvas, &["Shift+ArrowLeft"]),
    row(Action::Extend(Direction::Right), SELECT, words::add_the_box_to_the_right, Canvas, &["Shift+ArrowRight"]),
    row(Action::Extend(Direction::Up), SELECT, words::add_the_box_above, Canvas, &["Shift+ArrowUp"]),
    row(Action::Extend(Direction::Down), SELECT, words::add_the_box_below, Canvas, &["Shift+ArrowDown"]),
    row(Action::Next, SELECT, words::select_the_next_box, Canvas, &["Tab"]),
    row(Action::Previous, SELECT, words::select_the_previous_box, Canvas, &["Shift+Tab"]),
    row(Action::NextConnection, SELECT, words::select_the_next_connection, Canvas, &["W"]),
    row(Action::PreviousConnection, SELECT, words::select_the_previous_connection, Canvas, &["Shift+W"]),
    row(Action::SelectAll, SELECT, words::select_all_boxes, Canvas, &["Ctrl+A"]),
    row(Action::SelectSeveral, SELECT, words::toggle_multi_select, Canvas, &["S"]),
    row(Action::SelectNone, SELECT, words::clear_the_selection, Canvas, &["Escape"]),
    row(Action::Find, SELECT, words::find_a_box, Canvas, &["Ctrl+F", "/"]),
    row(Action::Menu, EDIT, words::show_context_menu, Canvas, &["Shift+F10", "ContextMenu"]),
    row(Action::Add, EDIT, words::add_to_the_diagram, Canvas, &["A", "Insert"]),
    row(Action::Connect, EDIT, words::connect_or_map_a_value, Canvas, &["C"]),
    row(Action::Promote, EDIT, words::promote_a_property_to_the_assembly, Canvas, &["P"]),
    row(Action::Open, EDIT, words::open_the_descriptor_of_the_box, Canvas, &["Enter"]),
    row(Action::ToggleFold, EDIT, words::expand_or_collapse, Canvas, &["E"]),
    row(Action::Back, EDIT, words::go_back, Canvas, &["U"]),
    row(Action::Inspect, EDIT, words::go_to_the_properties_of_the_selection, Canvas, &["F2", "I"]),
    row(Action::Copy, EDIT, words::copy_as_yaml, Canvas, &["Ctrl+C"]),
    row(Action::Cut, EDIT, words::cut, Canvas, &["Ctrl+X"]),
    row(Action::Paste, EDIT, words::paste, Canvas, &["Ctrl+V"]),
    row(Action::Duplicate, EDIT, words::duplicate, Canvas, &["Ctrl+D"]),
    row(Action::Remove, EDIT, words::remove, Canvas, &["Delete", "Backspace"]),
    row(Action::Retype, EDIT, words::change_the_type_or_the_version, Canvas, &["Y"]),
    row(Action::Extract, EDIT, words::move_to_new_assembly, Canvas, &["Ctrl+G"]),
    row(Action::Inline, EDIT, words::ungroup_the_nested_assembly, Canvas, &["Ctrl+Shift+G"]),
    row(Action::Move(Direction::Left), MOVE, words::move_to_the_left, Canvas, &["Alt+ArrowLeft"]),
    row(Action::Move(Direction::Right), MOVE, words::move_to_the_right, Canvas, &["Alt+ArrowRight"]),
    row(Action::Move(Direction::Up), MOVE, words::move_up, Canvas, &["Alt+ArrowUp"]),
    row(Action::Move(Direction::Down), MOVE, words::move_down, Canvas, &["Alt+ArrowDown"]),
    row(Action::MoveFar(Direction::Left), MOVE, words::move_far_to_the_left, Canvas, &["Alt+Shift+ArrowLeft"]),
    row(Action::MoveFar(Direction::Right), MOVE, words::move_far_to_the_right, Canvas, &["Alt+Shift+ArrowRight"]),
    row(Action::MoveFar(Direction::Up), MOVE, words::move_far_up, Canvas, &["Alt+Shift+ArrowUp"]),
    row(Action::MoveFar(Direction::Down), MOVE, words::move_far_down, Canvas, &["Alt+Shift+ArrowDown"]),
    row(Action::Arrange(Arrangement::Left), MOVE, words::align_on_the_left, Canvas, &["Ctrl+Shift+ArrowLeft"]),
    row(Action::Arrange(Arrangement::Center), MOVE, words::align_in_the_center, Canvas, &["M"]),
    row(Action::Arrange(Arrangement::Right), MOVE, words::align_on_the_right, Canvas, &["Ctrl+Shift+ArrowRight"]),
    row(Action::Arrange(Arrangement::Top), MOVE, words::align_on_top, Canvas, &["Ctrl+Shift+ArrowUp"]),
    row(Action::Arrange(Arrangement::Middle), MOVE, words::align_in_the_middle, Canvas, &["Shift+M"]),
    row(Action::Arrange(Arrangement::Bottom), MOVE, words::align_at_the_bottom, Canvas, &["Ctrl+Shift+ArrowDown"]),
    row(Action::Arrange(Arrangement::Across), MOVE, words::distribute_horizontally, Canvas, &["D"]),
    row(Action::Arrange(Arrangement::Down), MOVE, words::distribute_vertically, Canvas, &["Shift+D"]),
    row(Action::Tidy, MOVE, words::tidy_up, Canvas, &["T"]),
    row(Action::TidySelection, MOVE, words::tidy_up_the_selection, Canvas, &["Shift+T"]),
    row(Action::ZoomIn, VIEW, words::zoom_in, Canvas, &["+", "="]),
    row(Action::ZoomOut, VIEW, words::zoom_out, Canvas, &["-"]),
    row(Action::Fit, VIEW, words::zoom_to_fit, Canvas, &["0"]),
    row(Action::ActualSize, VIEW, words::actual_size, Canvas, &["1"]),
    row(Action::FitSelection, VIEW, words::zoom_to_the_selection, Canvas, &["2"]),
    row(Action::Table, VIEW, words::switch_table_and_diagram, Canvas, &["G"]),
    row(Action::Map, VIEW, words::show_or_hide_the_map, Canvas, &["N"]),
    row(Action::CopyLink, VIEW, words::copy_link, Canvas, &["L"]),
    row(Action::SaveSvg, VIEW, words::save_as_svg, Canvas, &[]),
    row(Action::SavePng, VIEW, words::save_as_png, Canvas, &[]),
    row(Action::SetLocale(Locale::English), VIEW, words::switch_to_english, Everywhere, &[]),
    row(Action::SetLocale(Locale::German), VIEW, words::switch_to_german, Everywhere, &[]),
    row(Action::Pan(Direction::Left), VIEW, words::pan_left, Canvas, &["Ctrl+ArrowLeft"]),
    row(Action::Pan(Direction::Right), VIEW, words::pan_right, Canvas, &["Ctrl+ArrowRight"]),
    row(Action::Pan(Direction::Up), VIEW, words::pan_up, Canvas, &["Ctrl+ArrowUp"]),
    row(Action::Pan(Direction::Down), VIEW, words::pan_down, Canvas, &["Ctrl+ArrowDown"]),
    row(Action::Text(TextAction::Complete), TEXT, words::complete, Text, &["Ctrl+Space"]),
    row(Action::Text(TextAction::Explain), TEXT, words::explain, Text, &["Shift+F1"]),
    row(Action::Text(TextAction::Fixes), TEXT, words::fix_this_line, Text, &["Ctrl+."]),
    row(Action::Text(TextAction::NextFinding), TEXT, words::go_to_the_next_finding, Text, &["F8"]),
    row(Action::Text(TextAction::PreviousFinding), TEXT, words::go_to_the_previous_finding, Text, &["Shift+F8"]),
    row(Action::Text(TextAction::Definition), TEXT, words::go_to_the_definition, Text, &["F12"]),
    row(Action::Text(TextAction::Peek), TEXT, words::peek_at_the_definition, Text, &["Alt+F12"]),
    row(Action::Text(TextAction::References), TEXT, words::find_all_references, Text, &["Shift+F12"]),
    row(Action::Text(TextAction::Rename), TEXT, words::rename_in_all_files, Text, &["F2"]),
    row(Action::Text(TextAction::Outline), TEXT, words::show_the_outline, Text, &["Ctrl+Shift+O"]),
    row(Action::Text(TextAction::Find), TEXT, words::find_and_replace, Text, &["Ctrl+F"]),
    row(Action::Text(TextAction::SelectNext), TEXT, words::select_next_occurrence, Text, &["Ctrl+D"]),
    row(Action::Text(TextAction::Comment), TEXT, words::toggle_comment, Text, &["Ctrl+/"]),
    row(Action::Text(TextAction::Format), TEXT, words::format, Text, &["Alt+Shift+F"]),
    row(Action::Text(TextAction::Fold), TEXT, words::fold, Text, &["Ctrl+Shift+["]),
    row(Action::Text(TextAction::Unfold), TEXT, words::unfold, Text, &["Ctrl+Shift+]"]),
    row(Action::Text(TextAction::FoldAll), TEXT, words::fold_all, Text, &["Ctrl+Alt+["]),
    row(Action::Text(TextAction::UnfoldAll), TEXT, words::unfold_all, Text, &["Ctrl+Alt+]"]),
];

/// The notation of a key event in the table.
pub fn chord(event: &KeyboardEvent) -> String {
    let key = event.key();
    name(&key, event.ctrl_key() || event.meta_key(), event.alt_key(), event.shift_key())
}

fn name(key: &str, ctrl: bool, alt: bool, shift: bool) -> String {
    let mut characters = key.chars();
    let sign = characters.next().filter(|_| characters.next().is_none());
    // The shift is already part of a character such as `?`.
    let shift = shift && sign.is_none_or(char::is_alphabetic);
    let key = match sign {
        Some(' ') => "Space".to_owned(),
        // The table contains no other letter.
        Some(sign) => sign.to_ascii_uppercase().to_string(),
        None => key.to_owned(),
    };
    let held = [("Ctrl+", ctrl), ("Alt+", alt), ("Shift+", shift)];
    held.into_iter().filter(|(_, held)| *held).map(|(name, _)| name).chain([key.as_str()]).collect()
}

/// The action of a chord in the scopes for which `counts` is true.
pub fn action(chord: &str, counts: impl Fn(Scope) -> bool) -> Option<Action> {
    let found = SHORTCUTS.iter().find(|shortcut| counts(shortcut.scope) && shortcut.keys.contains(&chord))?;
    Some(found.action)
}

/// The row of an action.
pub fn shortcut(action: Action) -> Option<&'static Shortcut> {
    SHORTCUTS.iter().find(|shortcut| shortcut.action == action)
}

/// A tooltip with the shortcut: `Zoom to fit (0)`.
pub fn title(action: Action) -> String {
    let Some(shortcut) = shortcut(action) else { return String::new() };
    let title = (shortcut.title)();
    shortcut.keys.first().map_or(title.to_owned(), |keys| format!("{title} ({})", shown(keys)))
}

/// A chord with the names on the keys.
pub fn shown(chord: &str) -> String {
    let names = [
        ("Ctrl", words::key_ctrl()),
        ("Shift", words::key_shift()),
        ("ArrowLeft", "←"),
        ("ArrowRight", "→"),
        ("ArrowUp", "↑"),
        ("ArrowDown", "↓"),
        ("Backspace", words::key_backspace()),
        ("Space", words::key_space()),
        ("Enter", words::key_enter()),
        ("Escape", "Esc"),
        ("Delete", words::key_delete()),
        ("Insert", words::key_insert()),
        ("ContextMenu", words::key_menu()),
    ];
    names.iter().fold(chord.to_owned(), |chord, (name, shown)| chord.replace(name, shown))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn a_chord_has_one_action() {
        // Only one of them has the focus.
        let scopes = [Text, Canvas, Files];
        for here in scopes {
            let mut seen = BTreeMap::new();
            let heard = |shortcut: &&Shortcut| shortcut.scope == here || !scopes.contains(&shortcut.scope);
            for shortcut in SHORTCUTS.iter().filter(heard) {
                for keys in shortcut.keys {
                    let other = seen.insert(*keys, (shortcut.title)());
                    assert!(other.is_none(), "{keys}: {} and {}", other.unwrap_or_default(), (shortcut.title)());
                }
            }
        }
    }

    #[test]
    fn every_action_has_one_row() {
        for (index, shortcut) in SHORTCUTS.iter().enumerate() {
            assert!(
                SHORTCUTS[index + 1..].iter().all(|other| other.action != shortcut.action),
                "{}",
                (shortcut.title)()
            );
        }
    }

    #[test]
    fn key_events_match_the_notation_of_the_table() {
        assert_eq!(name("g", true, false, true), "Ctrl+Shift+G");
        assert_eq!(name("?", false, false, true), "?");
        assert_eq!(name(" ", true, false, false), "Ctrl+Space");
        assert_eq!(name("ArrowLeft", false, true, true), "Alt+Shift+ArrowLeft");
        assert_eq!(name("W", false, false, true), "Shift+W");
        assert_eq!(shown("Alt+ArrowLeft"), "Alt+←");
    }
}
