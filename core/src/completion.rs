//! Completion: the context of the cursor, and the items that can be inserted. Each language offers items for its own
//! constructs; the analysis adds those from the schema.

pub mod cursor;

use crate::completion::cursor::CursorContext;
use crate::edit::TextEdit;
use crate::symbol::SymbolKind;
use crate::text::Span;
use crate::workspace::SourceFile;

/// An item that replaces `replaces`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completion {
    pub label: String,
    /// The inserted text; usually the label.
    pub insert: String,
    pub replaces: Span,
    pub kind: CompletionKind,
    /// A short note, such as a type.
    pub detail: String,
    /// In Markdown.
    pub doc: String,
    /// An edit elsewhere in the file that the item needs, such as an import.
    pub also: Option<TextEdit>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompletionKind {
    Key,
    Word,
    Symbol(SymbolKind),
}

/// A name that is valid at a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValidName {
    pub name: String,
    /// A short note, such as a type.
    pub detail: String,
}

impl ValidName {
    pub fn new(name: impl Into<String>, detail: impl Into<String>) -> Self {
        ValidName { name: name.into(), detail: detail.into() }
    }

    pub fn completion(self, kind: SymbolKind, replaces: Span) -> Completion {
        let ValidName { name, detail } = self;
        let kind = CompletionKind::Symbol(kind);
        Completion { insert: name.clone(), label: name, replaces, kind, detail, doc: String::new(), also: None }
    }
}

/// The text to append to a completed key; empty if it already has a colon.
pub fn behind_key<'t>(file: &SourceFile, cursor: &CursorContext, text: &'t str) -> &'t str {
    let rest = file.text.get(cursor.replaces.end as usize..).unwrap_or("");
    if rest.starts_with(':') { "" } else { text }
}
