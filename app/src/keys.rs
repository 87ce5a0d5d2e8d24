//! The keys: one table that says what they do. Key presses, the page of shortcuts, the list of commands and the titles
//! of buttons are all made from it.

use web_sys::KeyboardEvent;

use crate::canvas::arrange::Arrangement;
use crate::canvas::neighbors::Direction;

/// What somebody can ask the modeller to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Commands,
    Shortcuts,
    Save,
    Undo,
    Redo,
    NextPane,
    Select(Direction),
    Extend(Direction),
    Next,
    Previous,
    NextWire,
    PreviousWire,
    SelectAll,
    SelectNone,
    Find,
    Add,
    Connect,
    Promote,
    Open,
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
    CopyLink,
    SavePicture,
    SavePixels,
    Text(TextAction),
}

/// What somebody can ask the text editor to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextAction {
    Complete,
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
    Fold,
    Unfold,
    FoldAll,
    UnfoldAll,
}

/// Where a key does what it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Wherever the keyboard is, in text fields too.
    Everywhere,
    /// Wherever no text is typed.
    OutsideFields,
    /// While the canvas has the keyboard.
    Canvas,
    /// While the text editor has the keyboard.
    Text,
}

/// A row of the table.
#[derive(Debug)]
pub struct Shortcut {
    pub action: Action,
    pub group: &'static str,
    pub title: &'static str,
    pub place: Place,
    /// Each one does it: `Ctrl+Shift+G`, `ArrowLeft`, `?`. `Ctrl` is the command key on a Mac.
    pub keys: &'static [&'static str],
}

const fn row(
    action: Action,
    group: &'static str,
    title: &'static str,
    place: Place,
    keys: &'static [&'static str],
) -> Shortcut {
    Shortcut { action, group, title, place, keys }
}

const GENERAL: &str = "General";
const SELECT: &str = "Select";
const EDIT: &str = "Edit";
const MOVE: &str = "Move";
const VIEW: &str = "View";
const TEXT: &str = "Text";

use Place::{Canvas, Everywhere, OutsideFields, Text};

/// All shortcuts, in the order in which they are listed.
pub const SHORTCUTS: &[Shortcut] = &[
    row(Action::Commands, GENERAL, "Find a command", Everywhere, &["Ctrl+K", "F1"]),
    row(Action::Shortcuts, GENERAL, "Show all shortcuts", OutsideFields, &["?"]),
    row(Action::Save, GENERAL, "Save all changed files", Everywhere, &["Ctrl+S"]),
    row(Action::Undo, GENERAL, "Undo", OutsideFields, &["Ctrl+Z"]),
    row(Action::Redo, GENERAL, "Redo", OutsideFields, &["Ctrl+Shift+Z", "Ctrl+Y"]),
    row(Action::NextPane, GENERAL, "Go to the next pane", Everywhere, &["F6"]),
    row(Action::Select(Direction::Left), SELECT, "Select the box to the left", Canvas, &["ArrowLeft"]),
    row(Action::Select(Direction::Right), SELECT, "Select the box to the right", Canvas, &["ArrowRight"]),
    row(Action::Select(Direction::Up), SELECT, "Select the box above", Canvas, &["ArrowUp"]),
    row(Action::Select(Direction::Down), SELECT, "Select the box below", Canvas, &["ArrowDown"]),
    row(Action::Extend(Direction::Left), SELECT, "Add the box to the left", Canvas, &["Shift+ArrowLeft"]),
    row(Action::Extend(Direction::Right), SELECT, "Add the box to the right", Canvas, &["Shift+ArrowRight"]),
    row(Action::Extend(Direction::Up), SELECT, "Add the box above", Canvas, &["Shift+ArrowUp"]),
    row(Action::Extend(Direction::Down), SELECT, "Add the box below", Canvas, &["Shift+ArrowDown"]),
    row(Action::Next, SELECT, "Select the next box", Canvas, &["Tab"]),
    row(Action::Previous, SELECT, "Select the box before", Canvas, &["Shift+Tab"]),
    row(Action::NextWire, SELECT, "Select the next wire of the box", Canvas, &["W"]),
    row(Action::PreviousWire, SELECT, "Select the wire before", Canvas, &["Shift+W"]),
    row(Action::SelectAll, SELECT, "Select all boxes", Canvas, &["Ctrl+A"]),
    row(Action::SelectNone, SELECT, "Select nothing", Canvas, &["Escape"]),
    row(Action::Find, SELECT, "Find a box", Canvas, &["Ctrl+F", "/"]),
    row(Action::Add, EDIT, "Add a component", Canvas, &["A", "Insert"]),
    row(Action::Connect, EDIT, "Connect, or map a value", Canvas, &["C"]),
    row(Action::Promote, EDIT, "Promote a property to the assembly", Canvas, &["P"]),
    row(Action::Open, EDIT, "Open the descriptor of the box", Canvas, &["Enter"]),
    row(Action::Back, EDIT, "Go back to the assembly around", Canvas, &["U"]),
    row(Action::Inspect, EDIT, "Go to the properties of the selection", Canvas, &["F2", "I"]),
    row(Action::Copy, EDIT, "Copy as YAML", Canvas, &["Ctrl+C"]),
    row(Action::Cut, EDIT, "Cut", Canvas, &["Ctrl+X"]),
    row(Action::Paste, EDIT, "Paste", Canvas, &["Ctrl+V"]),
    row(Action::Duplicate, EDIT, "Duplicate", Canvas, &["Ctrl+D"]),
    row(Action::Remove, EDIT, "Remove", Canvas, &["Delete", "Backspace"]),
    row(Action::Retype, EDIT, "Change the type or the version", Canvas, &["Y"]),
    row(Action::Extract, EDIT, "Put into a new assembly", Canvas, &["Ctrl+G"]),
    row(Action::Inline, EDIT, "Take the nested assembly apart", Canvas, &["Ctrl+Shift+G"]),
    row(Action::Move(Direction::Left), MOVE, "Move to the left", Canvas, &["Alt+ArrowLeft"]),
    row(Action::Move(Direction::Right), MOVE, "Move to the right", Canvas, &["Alt+ArrowRight"]),
    row(Action::Move(Direction::Up), MOVE, "Move up", Canvas, &["Alt+ArrowUp"]),
    row(Action::Move(Direction::Down), MOVE, "Move down", Canvas, &["Alt+ArrowDown"]),
    row(Action::MoveFar(Direction::Left), MOVE, "Move far to the left", Canvas, &["Alt+Shift+ArrowLeft"]),
    row(Action::MoveFar(Direction::Right), MOVE, "Move far to the right", Canvas, &["Alt+Shift+ArrowRight"]),
    row(Action::MoveFar(Direction::Up), MOVE, "Move far up", Canvas, &["Alt+Shift+ArrowUp"]),
    row(Action::MoveFar(Direction::Down), MOVE, "Move far down", Canvas, &["Alt+Shift+ArrowDown"]),
    row(Action::Arrange(Arrangement::Left), MOVE, "Align on the left", Canvas, &[]),
    row(Action::Arrange(Arrangement::Center), MOVE, "Align in the center", Canvas, &[]),
    row(Action::Arrange(Arrangement::Right), MOVE, "Align on the right", Canvas, &[]),
    row(Action::Arrange(Arrangement::Top), MOVE, "Align on top", Canvas, &[]),
    row(Action::Arrange(Arrangement::Middle), MOVE, "Align in the middle", Canvas, &[]),
    row(Action::Arrange(Arrangement::Bottom), MOVE, "Align at the bottom", Canvas, &[]),
    row(Action::Arrange(Arrangement::Across), MOVE, "Distribute from left to right", Canvas, &[]),
    row(Action::Arrange(Arrangement::Down), MOVE, "Distribute from top to bottom", Canvas, &[]),
    row(Action::Tidy, MOVE, "Tidy all boxes", Canvas, &["T"]),
    row(Action::TidySelection, MOVE, "Tidy the selected boxes", Canvas, &["Shift+T"]),
    row(Action::ZoomIn, VIEW, "Zoom in", Canvas, &["+", "="]),
    row(Action::ZoomOut, VIEW, "Zoom out", Canvas, &["-"]),
    row(Action::Fit, VIEW, "Show all", Canvas, &["0"]),
    row(Action::ActualSize, VIEW, "Actual size", Canvas, &["1"]),
    row(Action::FitSelection, VIEW, "Show the selection", Canvas, &["2"]),
    row(Action::Table, VIEW, "Show as a table, or as a drawing", Canvas, &["G"]),
    row(Action::CopyLink, VIEW, "Copy a link to what is shown", Canvas, &["L"]),
    row(Action::SavePicture, VIEW, "Save the drawing as SVG, which opens again", Canvas, &[]),
    row(Action::SavePixels, VIEW, "Save the drawing as PNG", Canvas, &[]),
    row(Action::Pan(Direction::Left), VIEW, "Look further left", Canvas, &["Ctrl+ArrowLeft"]),
    row(Action::Pan(Direction::Right), VIEW, "Look further right", Canvas, &["Ctrl+ArrowRight"]),
    row(Action::Pan(Direction::Up), VIEW, "Look further up", Canvas, &["Ctrl+ArrowUp"]),
    row(Action::Pan(Direction::Down), VIEW, "Look further down", Canvas, &["Ctrl+ArrowDown"]),
    row(Action::Text(TextAction::Complete), TEXT, "Complete", Text, &["Ctrl+Space"]),
    row(Action::Text(TextAction::Fixes), TEXT, "Mend what is found in the line", Text, &["Ctrl+."]),
    row(Action::Text(TextAction::NextFinding), TEXT, "Go to the next finding", Text, &["F8"]),
    row(Action::Text(TextAction::PreviousFinding), TEXT, "Go to the finding before", Text, &["Shift+F8"]),
    row(Action::Text(TextAction::Definition), TEXT, "Go to the definition", Text, &["F12"]),
    row(Action::Text(TextAction::Peek), TEXT, "Show the definition beside the text", Text, &["Alt+F12"]),
    row(Action::Text(TextAction::References), TEXT, "List all places of the name", Text, &["Shift+F12"]),
    row(Action::Text(TextAction::Rename), TEXT, "Rename in all files", Text, &["F2"]),
    row(Action::Text(TextAction::Outline), TEXT, "List what the file defines", Text, &["Ctrl+Shift+O"]),
    row(Action::Text(TextAction::Find), TEXT, "Find and replace", Text, &["Ctrl+F"]),
    row(Action::Text(TextAction::SelectNext), TEXT, "Select the next of the same word too", Text, &["Ctrl+D"]),
    row(Action::Text(TextAction::Comment), TEXT, "Make the lines a comment, or no comment", Text, &["Ctrl+/"]),
    row(Action::Text(TextAction::Fold), TEXT, "Fold", Text, &["Ctrl+Shift+["]),
    row(Action::Text(TextAction::Unfold), TEXT, "Unfold", Text, &["Ctrl+Shift+]"]),
    row(Action::Text(TextAction::FoldAll), TEXT, "Fold all", Text, &["Ctrl+Alt+["]),
    row(Action::Text(TextAction::UnfoldAll), TEXT, "Unfold all", Text, &["Ctrl+Alt+]"]),
];

/// What the keys that were pressed together are called in the table.
pub fn chord(event: &KeyboardEvent) -> String {
    let key = event.key();
    name(&key, event.ctrl_key() || event.meta_key(), event.alt_key(), event.shift_key())
}

fn name(key: &str, ctrl: bool, alt: bool, shift: bool) -> String {
    let mut characters = key.chars();
    let sign = characters.next().filter(|_| characters.next().is_none());
    // A sign such as `?` has its shift in it.
    let shift = shift && sign.is_none_or(char::is_alphabetic);
    let key = match sign {
        Some(' ') => "Space".to_owned(),
        Some(sign) => sign.to_uppercase().collect(),
        None => key.to_owned(),
    };
    let held = [("Ctrl+", ctrl), ("Alt+", alt), ("Shift+", shift)];
    held.into_iter().filter(|(_, held)| *held).map(|(name, _)| name).chain([key.as_str()]).collect()
}

/// What a chord does, of the places that `counts`.
pub fn action(chord: &str, counts: impl Fn(Place) -> bool) -> Option<Action> {
    let found = SHORTCUTS.iter().find(|shortcut| counts(shortcut.place) && shortcut.keys.contains(&chord))?;
    Some(found.action)
}

/// The row of an action.
pub fn shortcut(action: Action) -> Option<&'static Shortcut> {
    SHORTCUTS.iter().find(|shortcut| shortcut.action == action)
}

/// A title for a button that does it: `Show all (0)`.
pub fn title(action: Action) -> String {
    let Some(shortcut) = shortcut(action) else { return String::new() };
    shortcut.keys.first().map_or(shortcut.title.to_owned(), |keys| format!("{} ({})", shortcut.title, shown(keys)))
}

/// A chord as people write it.
pub fn shown(chord: &str) -> String {
    let signs = [
        ("ArrowLeft", "←"),
        ("ArrowRight", "→"),
        ("ArrowUp", "↑"),
        ("ArrowDown", "↓"),
        ("Escape", "Esc"),
        ("Delete", "Del"),
        ("Insert", "Ins"),
    ];
    let found = signs.iter().find(|(name, _)| chord.ends_with(name));
    found.map_or(chord.to_owned(), |(name, sign)| chord.replace(name, sign))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn a_chord_does_one_thing() {
        // The canvas and the text never have the keyboard both.
        for apart in [Text, Canvas] {
            let mut seen = BTreeMap::new();
            for shortcut in SHORTCUTS.iter().filter(|shortcut| shortcut.place != apart) {
                for keys in shortcut.keys {
                    let other = seen.insert(*keys, shortcut.title);
                    assert!(other.is_none(), "{keys}: {} and {}", other.unwrap_or_default(), shortcut.title);
                }
            }
        }
    }

    #[test]
    fn every_action_has_one_row() {
        for (index, shortcut) in SHORTCUTS.iter().enumerate() {
            assert!(SHORTCUTS[index + 1..].iter().all(|other| other.action != shortcut.action), "{}", shortcut.title);
        }
    }

    #[test]
    fn keys_are_called_as_the_table_writes_them() {
        assert_eq!(name("g", true, false, true), "Ctrl+Shift+G");
        assert_eq!(name("?", false, false, true), "?");
        assert_eq!(name(" ", true, false, false), "Ctrl+Space");
        assert_eq!(name("ArrowLeft", false, true, true), "Alt+Shift+ArrowLeft");
        assert_eq!(name("W", false, false, true), "Shift+W");
        assert_eq!(shown("Alt+ArrowLeft"), "Alt+←");
    }
}
