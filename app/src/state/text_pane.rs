//! The state of the text pane: the text editor and what it shows.

use std::sync::Arc;

use descriptorium_core::edit::Change;
use descriptorium_core::symbol::Symbol;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use leptos::html::Div;
use leptos::prelude::*;

use crate::browser::dom::remembered;
use crate::browser::text_editor::TextEditor;
use crate::state::editor::Editor;

/// The key under which the browser remembers that hints are hidden.
pub const HINTS_HIDDEN: &str = "descriptorium.hints";

/// The text in the text editor, as far as we know.
#[derive(Clone, PartialEq)]
pub struct EditorText {
    pub file: FilePath,
    pub text: Arc<str>,
    /// The length of the text in the units of the text editor.
    pub units: usize,
}

/// The text editor and what it shows, in the context of every component.
#[derive(Clone, Copy)]
pub struct Pane {
    pub editor: Editor,
    pub view: StoredValue<Option<TextEditor>, LocalStorage>,
    pub shown: StoredValue<Option<EditorText>>,
    /// The selection when the cursor moved, until the item at the cursor can be selected: the diagram is behind typed
    /// text.
    pub selects: StoredValue<Option<Vec<NodePath>>>,
    pub asked: RwSignal<Option<TextDialog>>,
    /// Whether hints are shown beside the text.
    pub has_hints: RwSignal<bool>,
    /// The number of the last range that was shown.
    pub revealed: StoredValue<Option<u32>>,
    /// The parent element, once it exists. The text editor is only fetched when it becomes visible.
    pub place: NodeRef<Div>,
    pub is_created: RwSignal<bool>,
    pub is_loading: StoredValue<bool>,
}

/// A dialog about a name, next to the text.
#[derive(Clone, PartialEq)]
pub enum TextDialog {
    Rename(Symbol),
    References(Symbol),
    Peek(Symbol),
    Outline(FilePath),
    Fixes(Vec<LineFix>),
}

/// A fix for a finding.
#[derive(Clone, PartialEq, Debug)]
pub struct LineFix {
    /// The message of the finding.
    pub finding: String,
    pub change: Change,
}

impl Pane {
    /// The state of the text editor, which is empty at first.
    pub fn new(editor: Editor) -> Self {
        Pane {
            editor,
            view: StoredValue::new_local(None),
            shown: StoredValue::new(None),
            selects: StoredValue::new(None),
            asked: RwSignal::new(None),
            has_hints: RwSignal::new(remembered(HINTS_HIDDEN).is_none()),
            revealed: StoredValue::new(None),
            place: NodeRef::new(),
            is_created: RwSignal::new(false),
            is_loading: StoredValue::new(false),
        }
    }
}
