//! Edits by path that keep comments, order, quotes and indentation, and touch no line they have no business with.

use serde_yaml::Value;

use crate::edit::{EditError, TextEdit};
use crate::syntax::{NodePath, Tree};

/// Where in a mapping or a sequence something is put.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place<'a> {
    First,
    Last,
    Before(&'a str),
    After(&'a str),
    /// Where this order of keys, as a schema gives it, wants it; behind keys that the order does not name.
    Ordered(&'a [&'a str]),
}

/// A text under edit. Each operation sees what the ones before it did; [`Draft::finish`] gives their sum.
#[derive(Clone, Debug)]
pub struct Draft {
    text: String,
    tree: Tree,
    edit: TextEdit,
}

impl Draft {
    pub fn new(text: &str) -> Self {
        Draft { text: text.to_owned(), tree: crate::syntax::parse::parse(text), edit: TextEdit::default() }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Puts a new entry into the mapping at `parent`; an empty or missing value there becomes a mapping.
    pub fn insert(
        &mut self,
        _parent: &NodePath,
        _key: &str,
        _value: &Value,
        _place: Place<'_>,
    ) -> Result<(), EditError> {
        Err(EditError::Stale)
    }

    /// Puts `value` at the end of the sequence at `path`; an empty value there becomes a sequence.
    pub fn append(&mut self, _path: &NodePath, _value: &Value) -> Result<(), EditError> {
        Err(EditError::Stale)
    }

    /// Puts `value` in the place of the node at `path`.
    pub fn replace(&mut self, _path: &NodePath, _value: &Value) -> Result<(), EditError> {
        Err(EditError::Stale)
    }

    /// Sets the value at `path`: replaces what is there, or inserts it with whatever mappings are missing on the way.
    pub fn set(&mut self, _path: &NodePath, _value: &Value) -> Result<(), EditError> {
        Err(EditError::Stale)
    }

    /// Gives the entry at `path` another key.
    pub fn rename_key(&mut self, _path: &NodePath, _key: &str) -> Result<(), EditError> {
        Err(EditError::Stale)
    }

    /// Takes the entry or item at `path` away, with the comment that stands directly above it.
    pub fn remove(&mut self, _path: &NodePath) -> Result<(), EditError> {
        Err(EditError::Stale)
    }

    /// Moves the entry or item at `path`, with its comments, to another place in its own collection.
    pub fn move_to(&mut self, _path: &NodePath, _place: Place<'_>) -> Result<(), EditError> {
        Err(EditError::Stale)
    }

    /// The sum of all operations, as one edit of the text the draft began with.
    pub fn finish(self) -> TextEdit {
        self.edit
    }
}
