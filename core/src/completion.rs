//! Completion of text: the place of the cursor, and the items that can be inserted there. Each language offers items for
//! its own constructs; the analysis adds those that follow from the tables.

pub mod cursor;

use crate::completion::cursor::CursorContext;
use crate::symbol::SymbolKind;
use crate::text::Span;
use crate::workspace::SourceFile;

/// Something that can be put in the place of `replaces`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completion {
    pub label: String,
    /// What is written; the label itself in most cases.
    pub insert: String,
    pub replaces: Span,
    pub kind: CompletionKind,
    /// A word or two on it.
    pub detail: String,
    /// In Markdown.
    pub doc: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompletionKind {
    Key,
    Word,
    Symbol(SymbolKind),
}

/// A name that can stand at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    pub name: String,
    /// A word or two on it.
    pub detail: String,
}

impl Choice {
    pub fn new(name: impl Into<String>, detail: impl Into<String>) -> Self {
        Choice { name: name.into(), detail: detail.into() }
    }

    pub fn completion(self, kind: SymbolKind, replaces: Span) -> Completion {
        let Choice { name, detail } = self;
        let kind = CompletionKind::Symbol(kind);
        Completion { insert: name.clone(), label: name, replaces, kind, detail, doc: String::new() }
    }
}

/// What follows a key that is put in place: nothing where its colon is there already.
pub fn behind_key<'t>(file: &SourceFile, place: &CursorContext, text: &'t str) -> &'t str {
    let rest = file.text.get(place.replaces.end as usize..).unwrap_or("");
    if rest.starts_with(':') { "" } else { text }
}
