//! The state of the text pane: the text editor and what it shows.

use std::sync::Arc;

use descriptorium_core::edit::Change;
use descriptorium_core::symbol::Symbol;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use leptos::html::Div;
use leptos::prelude::*;

use crate::browser::text_editor::TextEditor;
use crate::state::editor::Editor;

/// The text that the text editor shows, as far as we know.
#[derive(Clone, PartialEq)]
pub struct Shown {
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
    pub shown: StoredValue<Option<Shown>>,
    /// The selection when the cursor moved, until it can be selected what the cursor is in: typed text is drawn later.
    pub selects: StoredValue<Option<Vec<NodePath>>>,
    pub asked: RwSignal<Option<TextDialog>>,
    /// The number of the place that was shown last.
    pub revealed: StoredValue<Option<u32>>,
    /// Where in the page it stands, and whether it is there: what nobody sees is not made, and not fetched.
    pub place: NodeRef<Div>,
    pub is_created: RwSignal<bool>,
    pub is_loading: StoredValue<bool>,
}

/// What is asked about a name, beside the text.
#[derive(Clone, PartialEq)]
pub enum TextDialog {
    Rename(Symbol),
    References(Symbol),
    Peek(Symbol),
    Outline(FilePath),
    Fixes(Vec<LineFix>),
}

/// A way to mend a finding.
#[derive(Clone, PartialEq, Debug)]
pub struct LineFix {
    /// What is wrong.
    pub finding: String,
    pub change: Change,
}

impl Pane {
    /// The text editor of an editor, which shows nothing yet.
    pub fn new(editor: Editor) -> Self {
        Pane {
            editor,
            view: StoredValue::new_local(None),
            shown: StoredValue::new(None),
            selects: StoredValue::new(None),
            asked: RwSignal::new(None),
            revealed: StoredValue::new(None),
            place: NodeRef::new(),
            is_created: RwSignal::new(false),
            is_loading: StoredValue::new(false),
        }
    }
}
