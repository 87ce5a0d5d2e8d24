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
    Convert,
    NextPane,
    Search,
    Menu,
    Select(Direction),
    Extend(Direction),
    Next,
    Previous,
    NextConnection,
    PreviousConnection,
    /// Selects a port of the selected box.
    NextPort,
    PreviousPort,
    SelectAll,
    SelectSeveral,
    SelectNone,
    Find,
    Add,
    Connect,
    /// Finds a target for a requirement.
    Target,
    /// Moves an end of the selected connection to another port.
    ReconnectSource,
    ReconnectTarget,
    Promote,
    /// Edits the value of the selected port, or of another one of the box.
    EditValue,
    /// Shows all ports of the selected box, or only those that matter.
    TogglePorts,
    Open,
    /// Shows the diagram of the type of a box.
    ShowType,
    /// Chooses one of the edits that only the language has.
    More,
    ToggleFold,
    ToggleHosting,
    /// Chooses another diagram of the file.
    Diagrams,
    NextDiagram,
    /// Shows only the selection and its neighbors, or all boxes again.
    Isolate,
    IsolationDepth,
    IsolationFlow,
    ShowAll,
    Back,
    Rename,
    Inspect,
    Copy,
    Cut,
    Paste,
    Duplicate,
    Remove,
    Retype,
    Extract,
    Inline,
    Attach,
    Move(Direction),
    MoveFar(Direction),
    Arrange(Arrangement),
    Tidy,
    TidySelection,
    /// Removes all stored positions.
    Unplace,
    Pan(Direction),
    ZoomIn,
    ZoomOut,
    ActualSize,
    Fit,
    FitSelection,
    Table,
    Map,
    Legend,
    FilesPane,
    ViewsPane,
    CanvasOnly,
    WheelZooms,
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
    Hints,
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

/// A row of the table: an action and its keys.
#[derive(Debug)]
pub struct Shortcut {
    pub action: Action,
    pub scope: Scope,
    /// Alternative keys: `Ctrl+Shift+G`, `ArrowLeft`, `?`. `Ctrl` is the command key on a Mac.
    pub keys: &'static [&'static str],
}

/// The name of an action, and of the group in which it is listed.
#[derive(Debug)]
pub struct Name {
    /// The path of the function for the title, whose last part is the name for hosts.
    path: &'static str,
    pub group: Words,
    pub title: Words,
}

/// Declares the table in two parts: the keys, which the page needs from the start, and the names, which only lists of
/// all actions need and are loaded with them.
macro_rules! shortcuts {
    ($($action:expr, $group:path, $title:path, $scope:expr, $keys:expr;)*) => {
        /// All shortcuts, in the order in which they are listed.
        pub const SHORTCUTS: &[Shortcut] = &[$(Shortcut { action: $action, scope: $scope, keys: &$keys }),*];

        /// The names of their actions, in the same order.
        static NAMES: &[Name] = &[$(Name { path: stringify!($title), group: $group, title: $title }),*];
    };
}

shortcuts! {
    Action::Commands, words::general, words::find_a_command, Everywhere, ["Ctrl+K", "F1"];
    Action::Shortcuts, words::general, words::show_all_shortcuts, OutsideFields, ["?"];
    Action::Save, words::general, words::save_all_changed_files, Everywhere, ["Ctrl+S"];
    Action::Undo, words::general, crate::words::shell::undo, OutsideFields, ["Ctrl+Z"];
    Action::Redo, words::general, crate::words::shell::redo, OutsideFields, ["Ctrl+Shift+Z", "Ctrl+Y"];
    Action::NextPane, words::general, words::go_to_the_next_pane, Everywhere, ["F6"];
    Action::Press("tab-yaml"), words::general, words::show_the_yaml, OutsideFields, [];
    Action::Press("tab-problems"), words::general, words::show_the_findings, OutsideFields, [];
    Action::Press("tab-inspector"), words::general, words::show_the_inspector, OutsideFields, [];
    Action::Press("tab-preview"), words::general, words::show_the_preview, OutsideFields, [];
    Action::Press("draw-instances"), words::general, words::show_the_instances_on_the_canvas, OutsideFields, [];
    Action::Press("step-next"), words::general, words::next_stage, OutsideFields, [];
    Action::Press("step-back"), words::general, words::previous_stage, OutsideFields, [];
    Action::Press("keep-preview"), words::general, words::keep_to_compare, OutsideFields, [];
    Action::Press("save-expansion"), words::general, words::save_the_expansion, OutsideFields, [];
    Action::Press("settings"), words::general, words::settings_of_the_catalog, OutsideFields, [];
    Action::Press("changes"), words::general, words::show_changes, OutsideFields, [];
    Action::Press("theme"), words::general, words::light_or_dark, OutsideFields, [];
    Action::Documentation, words::general, words::open_the_documentation, OutsideFields, [];
    Action::File(FileAction::Open), words::files, words::open_a_file, Everywhere, ["Ctrl+P"];
    Action::Search, words::files, words::search_all_files, Everywhere, ["Ctrl+Shift+F"];
    Action::File(FileAction::New), words::files, words::new_file, Files, ["Insert"];
    Action::New(Template::Assembly), words::files, words::new_assembly, Files, [];
    Action::New(Template::Resource), words::files, words::new_resource, Files, [];
    Action::New(Template::Tosca), words::files, words::new_tosca, Files, [];
    Action::New(Template::ToscaTypes), words::files, words::new_tosca_types, Files, [];
    Action::New(Template::Asd), words::files, words::new_asd, Files, [];
    Action::New(Template::AsdExample), words::files, words::new_asd_example, Files, [];
    Action::New(Template::Homing), words::files, words::new_homing, Files, [];
    Action::New(Template::HomingExample), words::files, words::new_homing_example, Files, [];
    Action::New(Template::Intent), words::files, words::new_intent, Files, [];
    Action::File(FileAction::Rename), words::files, words::rename_the_file, Files, ["F2"];
    Action::File(FileAction::Duplicate), words::files, words::duplicate_the_file, Files, ["Ctrl+D"];
    Action::File(FileAction::Delete), words::files, words::delete_the_file, Files, ["Delete"];
    Action::File(FileAction::Download), words::files, words::download_the_file, Files, [];
    Action::Convert, words::files, crate::words::conversion::convert_the_file, Files, [];
    Action::Press("open-files-button"), words::files, words::open_files_or_archives, Files, [];
    Action::Press("open-folder"), words::files, words::open_a_folder, Files, [];
    Action::Select(Direction::Left), words::select, words::select_the_box_to_the_left, Canvas, ["ArrowLeft"];
    Action::Select(Direction::Right), words::select, words::select_the_box_to_the_right, Canvas, ["ArrowRight"];
    Action::Select(Direction::Up), words::select, words::select_the_box_above, Canvas, ["ArrowUp"];
    Action::Select(Direction::Down), words::select, words::select_the_box_below, Canvas, ["ArrowDown"];
    Action::Extend(Direction::Left), words::select, words::add_the_box_to_the_left, Canvas, ["Shift+ArrowLeft"];
    Action::Extend(Direction::Right), words::select, words::add_the_box_to_the_right, Canvas, ["Shift+ArrowRight"];
    Action::Extend(Direction::Up), words::select, words::add_the_box_above, Canvas, ["Shift+ArrowUp"];
    Action::Extend(Direction::Down), words::select, words::add_the_box_below, Canvas, ["Shift+ArrowDown"];
    Action::Next, words::select, words::select_the_next_box, Canvas, ["Tab"];
    Action::Previous, words::select, words::select_the_previous_box, Canvas, ["Shift+Tab"];
    Action::NextConnection, words::select, words::select_the_next_connection, Canvas, ["W"];
    Action::PreviousConnection, words::select, words::select_the_previous_connection, Canvas, ["Shift+W"];
    Action::NextPort, words::select, words::select_the_next_port, Canvas, ["B"];
    Action::PreviousPort, words::select, words::select_the_previous_port, Canvas, ["Shift+B"];
    Action::SelectAll, words::select, words::select_all_boxes, Canvas, ["Ctrl+A"];
    Action::SelectSeveral, words::select, words::toggle_multi_select, Canvas, ["S"];
    Action::SelectNone, words::select, words::clear_the_selection, Canvas, ["Escape"];
    Action::Find, words::select, words::find_a_box, Canvas, ["Ctrl+F", "/"];
    Action::Menu, words::edit, words::show_context_menu, Canvas, ["Shift+F10", "ContextMenu"];
    Action::Add, words::edit, words::add_to_the_diagram, Canvas, ["A", "Insert"];
    Action::Connect, words::edit, words::connect_or_map_a_value, Canvas, ["C"];
    Action::Target, words::edit, words::find_a_target, Canvas, ["Shift+C"];
    Action::ReconnectTarget, words::edit, words::reconnect_the_target, Canvas, ["J"];
    Action::ReconnectSource, words::edit, words::reconnect_the_source, Canvas, ["Shift+J"];
    Action::Promote, words::edit, words::promote_a_property_to_the_assembly, Canvas, ["P"];
    Action::EditValue, words::edit, words::edit_the_value_of_a_port, Canvas, ["Shift+F2"];
    Action::TogglePorts, words::edit, words::show_or_hide_all_ports, Canvas, ["Shift+P"];
    Action::Open, words::edit, words::open_the_descriptor_of_the_box, Canvas, ["Enter"];
    Action::ShowType, words::edit, words::show_the_type, Canvas, ["Shift+Y"];
    Action::More, words::edit, words::more_actions, Canvas, ["Q"];
    Action::ToggleFold, words::edit, words::expand_or_collapse, Canvas, ["E"];
    Action::Back, words::edit, words::go_back, Canvas, ["U"];
    Action::Rename, words::edit, words::rename_the_selection, Canvas, ["F2"];
    Action::Inspect, words::edit, words::go_to_the_properties_of_the_selection, Canvas, ["I"];
    Action::Copy, words::edit, words::copy_as_yaml, Canvas, ["Ctrl+C"];
    Action::Cut, words::edit, words::cut, Canvas, ["Ctrl+X"];
    Action::Paste, words::edit, words::paste, Canvas, ["Ctrl+V"];
    Action::Duplicate, words::edit, words::duplicate, Canvas, ["Ctrl+D"];
    Action::Remove, words::edit, words::remove, Canvas, ["Delete", "Backspace"];
    Action::Retype, words::edit, words::change_the_type_or_the_version, Canvas, ["Y"];
    Action::Extract, words::edit, words::move_to_new_descriptor, Canvas, ["Ctrl+G"];
    Action::Inline, words::edit, words::ungroup_the_nested_descriptor, Canvas, ["Ctrl+Shift+G"];
    Action::Attach, words::edit, words::attach_a_file, Canvas, ["Shift+A"];
    Action::Move(Direction::Left), words::movement, words::move_to_the_left, Canvas, ["Alt+ArrowLeft"];
    Action::Move(Direction::Right), words::movement, words::move_to_the_right, Canvas, ["Alt+ArrowRight"];
    Action::Move(Direction::Up), words::movement, words::move_up, Canvas, ["Alt+ArrowUp"];
    Action::Move(Direction::Down), words::movement, words::move_down, Canvas, ["Alt+ArrowDown"];
    Action::MoveFar(Direction::Left), words::movement, words::move_far_to_the_left, Canvas, ["Alt+Shift+ArrowLeft"];
    Action::MoveFar(Direction::Right), words::movement, words::move_far_to_the_right, Canvas, ["Alt+Shift+ArrowRight"];
    Action::MoveFar(Direction::Up), words::movement, words::move_far_up, Canvas, ["Alt+Shift+ArrowUp"];
    Action::MoveFar(Direction::Down), words::movement, words::move_far_down, Canvas, ["Alt+Shift+ArrowDown"];
    Action::Arrange(Arrangement::Left), words::movement, words::align_on_the_left, Canvas, ["Ctrl+Shift+ArrowLeft"];
    Action::Arrange(Arrangement::Center), words::movement, words::align_in_the_center, Canvas, ["M"];
    Action::Arrange(Arrangement::Right), words::movement, words::align_on_the_right, Canvas, ["Ctrl+Shift+ArrowRight"];
    Action::Arrange(Arrangement::Top), words::movement, words::align_on_top, Canvas, ["Ctrl+Shift+ArrowUp"];
    Action::Arrange(Arrangement::Middle), words::movement, words::align_in_the_middle, Canvas, ["Shift+M"];
    Action::Arrange(Arrangement::Bottom), words::movement, words::align_at_the_bottom, Canvas, ["Ctrl+Shift+ArrowDown"];
    Action::Arrange(Arrangement::Across), words::movement, words::distribute_horizontally, Canvas, ["D"];
    Action::Arrange(Arrangement::Down), words::movement, words::distribute_vertically, Canvas, ["Shift+D"];
    Action::Tidy, words::movement, words::tidy_up, Canvas, ["T"];
    Action::TidySelection, words::movement, words::tidy_up_the_selection, Canvas, ["Shift+T"];
    Action::Unplace, words::movement, words::remove_manual_arrangement, Canvas, [];
    Action::ZoomIn, words::view, words::zoom_in, Canvas, ["+", "="];
    Action::ZoomOut, words::view, words::zoom_out, Canvas, ["-"];
    Action::Fit, words::view, words::zoom_to_fit, Canvas, ["0"];
    Action::ActualSize, words::view, words::actual_size, Canvas, ["1"];
    Action::FitSelection, words::view, words::zoom_to_the_selection, Canvas, ["2"];
    Action::Table, words::view, words::switch_table_and_diagram, Canvas, ["G"];
    Action::ToggleHosting, words::view, words::draw_hosts_the_other_way, Canvas, ["H"];
    Action::Diagrams, words::view, words::choose_a_diagram, Canvas, ["V"];
    Action::NextDiagram, words::view, words::next_diagram, Canvas, ["Shift+V"];
    Action::Isolate, words::view, words::isolate, Canvas, ["O"];
    Action::IsolationDepth, words::view, words::isolation_depth, Canvas, ["Shift+O"];
    Action::IsolationFlow, words::view, words::isolation_flow, Canvas, ["R"];
    Action::ShowAll, words::view, words::show_all_boxes, Canvas, [];
    Action::Map, words::view, words::show_or_hide_the_map, Canvas, ["N"];
    Action::Legend, words::view, crate::words::legend::show_or_hide, Canvas, ["K"];
    Action::CanvasOnly, words::view, words::canvas_only, Canvas, ["F"];
    Action::FilesPane, words::view, words::show_or_hide_the_files, Everywhere, ["Ctrl+B"];
    Action::ViewsPane, words::view, words::show_or_hide_the_text, Everywhere, ["Ctrl+Alt+B"];
    Action::WheelZooms, words::view, words::wheel_zooms, Canvas, [];
    Action::CopyLink, words::view, words::copy_link, Canvas, ["L"];
    Action::SaveSvg, words::view, words::save_as_svg, Canvas, [];
    Action::SavePng, words::view, words::save_as_png, Canvas, [];
    Action::SetLocale(Locale::English), words::view, words::switch_to_english, Everywhere, [];
    Action::SetLocale(Locale::German), words::view, words::switch_to_german, Everywhere, [];
    Action::Pan(Direction::Left), words::view, words::pan_left, Canvas, ["Ctrl+ArrowLeft"];
    Action::Pan(Direction::Right), words::view, words::pan_right, Canvas, ["Ctrl+ArrowRight"];
    Action::Pan(Direction::Up), words::view, words::pan_up, Canvas, ["Ctrl+ArrowUp"];
    Action::Pan(Direction::Down), words::view, words::pan_down, Canvas, ["Ctrl+ArrowDown"];
    Action::Text(TextAction::Complete), words::text, words::complete, Text, ["Ctrl+Space"];
    Action::Text(TextAction::Explain), words::text, words::explain, Text, ["Shift+F1"];
    Action::Text(TextAction::Fixes), words::text, words::fix_this_line, Text, ["Ctrl+."];
    Action::Text(TextAction::NextFinding), words::text, words::go_to_the_next_finding, Text, ["F8"];
    Action::Text(TextAction::PreviousFinding), words::text, words::go_to_the_previous_finding, Text, ["Shift+F8"];
    Action::Text(TextAction::Definition), words::text, words::go_to_the_definition, Text, ["F12"];
    Action::Text(TextAction::Peek), words::text, words::peek_at_the_definition, Text, ["Alt+F12"];
    Action::Text(TextAction::References), words::text, words::find_all_references, Text, ["Shift+F12"];
    Action::Text(TextAction::Rename), words::text, words::rename_in_all_files, Text, ["F2"];
    Action::Text(TextAction::Outline), words::text, words::show_the_outline, Text, ["Ctrl+Shift+O"];
    Action::Text(TextAction::Find), words::text, words::find_and_replace, Text, ["Ctrl+F"];
    Action::Text(TextAction::SelectNext), words::text, words::select_next_occurrence, Text, ["Ctrl+D"];
    Action::Text(TextAction::Comment), words::text, words::toggle_comment, Text, ["Ctrl+/"];
    Action::Text(TextAction::Format), words::text, words::format, Text, ["Alt+Shift+F"];
    Action::Text(TextAction::Hints), words::text, words::show_or_hide_hints, Text, [];
    Action::Text(TextAction::Fold), words::text, words::fold, Text, ["Ctrl+Shift+["];
    Action::Text(TextAction::Unfold), words::text, words::unfold, Text, ["Ctrl+Shift+]"];
    Action::Text(TextAction::FoldAll), words::text, words::fold_all, Text, ["Ctrl+Alt+["];
    Action::Text(TextAction::UnfoldAll), words::text, words::unfold_all, Text, ["Ctrl+Alt+]"];
}

/// The notation of a key event in the table.
pub fn chord(event: &KeyboardEvent) -> String {
    let key = event.key();
    notation(&key, event.ctrl_key() || event.meta_key(), event.alt_key(), event.shift_key())
}

fn notation(key: &str, ctrl: bool, alt: bool, shift: bool) -> String {
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

/// The first keys of an action, as in the table.
pub fn keys(action: Action) -> Option<&'static str> {
    SHORTCUTS.iter().find(|shortcut| shortcut.action == action)?.keys.first().copied()
}

/// All shortcuts with the names of their actions. Loads the names, as does [`name`].
pub fn named() -> impl Iterator<Item = (&'static Shortcut, &'static Name)> + Clone {
    SHORTCUTS.iter().zip(NAMES)
}

/// The action with a name such as `zoom-to-fit`, by which hosts call it.
pub fn by_id(id: &str) -> Option<Action> {
    named().find(|(_, name)| name.id() == id).map(|(shortcut, _)| shortcut.action)
}

impl Name {
    /// The name for hosts, which is the same in all languages.
    pub fn id(&self) -> String {
        let last = self.path.rsplit("::").next().unwrap_or(self.path);
        last.trim().replace('_', "-")
    }
}

/// The name of an action.
pub fn name(action: Action) -> &'static str {
    named().find(|(shortcut, _)| shortcut.action == action).map_or("", |(_, name)| (name.title)())
}

/// A tooltip of an action with its keys: `Zoom to fit (0)`.
pub fn title(action: Action) -> String {
    hint(name(action), action)
}

/// A tooltip with the keys of an action, which the caller names, so that the names of all others are not loaded.
pub fn hint(name: &str, action: Action) -> String {
    keys(action).map_or(name.to_owned(), |keys| format!("{name} ({})", shown(keys)))
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
    use descriptorium_core::sorted_map::SortedMap;

    use super::*;

    #[test]
    fn a_chord_has_one_action() {
        // Only one of them has the focus.
        let scopes = [Text, Canvas, Files];
        for here in scopes {
            let mut seen = SortedMap::new();
            let heard = |shortcut: &Shortcut| shortcut.scope == here || !scopes.contains(&shortcut.scope);
            for (shortcut, name) in named().filter(|(shortcut, _)| heard(shortcut)) {
                for keys in shortcut.keys {
                    let other = seen.insert(*keys, (name.title)());
                    assert!(other.is_none(), "{keys}: {} and {}", other.unwrap_or_default(), (name.title)());
                }
            }
        }
    }

    #[test]
    fn hosts_name_each_action() {
        for (shortcut, name) in named() {
            assert_eq!(by_id(&name.id()), Some(shortcut.action), "{}", name.id());
        }
        assert_eq!((by_id("undo"), by_id("zoom-to-fit"), by_id("")), (Some(Action::Undo), Some(Action::Fit), None));
    }

    #[test]
    fn every_action_has_one_row() {
        for (index, (shortcut, name)) in named().enumerate() {
            assert!(SHORTCUTS[index + 1..].iter().all(|other| other.action != shortcut.action), "{}", (name.title)());
        }
    }

    #[test]
    fn key_events_match_the_notation_of_the_table() {
        assert_eq!(notation("g", true, false, true), "Ctrl+Shift+G");
        assert_eq!(notation("?", false, false, true), "?");
        assert_eq!(notation(" ", true, false, false), "Ctrl+Space");
        assert_eq!(notation("ArrowLeft", false, true, true), "Alt+Shift+ArrowLeft");
        assert_eq!(notation("W", false, false, true), "Shift+W");
        assert_eq!(shown("Alt+ArrowLeft"), "Alt+←");
    }
}
