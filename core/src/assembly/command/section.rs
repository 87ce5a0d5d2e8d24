//! Sections of a descriptor: inserts entries, creates missing sections and removes empty ones.

use serde_yaml::{Mapping, Value};
use smol_str::SmolStr;

use crate::assembly::model::Text;
use crate::assembly::schema::ASSEMBLY;
use crate::edit::EditError;
use crate::syntax::patch::piece::Piece;
use crate::syntax::patch::{Draft, InsertAt};
use crate::syntax::{Kind, NodePath};

/// Inserts an entry into a section, which is created in schema order if it is missing.
pub fn put(draft: &mut Draft, section: &str, name: &str, value: &Value) -> Result<(), EditError> {
    make(draft, section)?;
    draft.insert(&NodePath::keys([section]), name, value, InsertAt::Last)
}

/// Like [`put`], with the text of an entry.
pub fn put_piece(draft: &mut Draft, section: &str, piece: &Piece) -> Result<(), EditError> {
    make(draft, section)?;
    draft.paste(&NodePath::keys([section]), piece, InsertAt::Last)
}

/// Creates a section in schema order if it is missing.
fn make(draft: &mut Draft, section: &str) -> Result<(), EditError> {
    if is_there(draft, &NodePath::keys([section])) {
        return Ok(());
    }
    let order = ASSEMBLY.order();
    draft.insert(&NodePath::root(), section, &Value::Mapping(Mapping::new()), InsertAt::Ordered(&order))
}

pub fn is_there(draft: &Draft, path: &NodePath) -> bool {
    draft.tree().root().is_some_and(|root| root.at(path).is_some())
}

pub fn remove_if_there(draft: &mut Draft, path: &NodePath) -> Result<(), EditError> {
    if is_there(draft, path) { draft.remove(path) } else { Ok(()) }
}

/// Removes a section if it is empty and has no comment.
pub fn remove_if_empty(draft: &mut Draft, path: &NodePath) -> Result<(), EditError> {
    let node = draft.tree().root().and_then(|root| root.at(path));
    let empty = node.is_some_and(|node| matches!(&node.kind, Kind::Mapping(mapping) if mapping.entries.is_empty()));
    if empty && !draft.is_commented(path)? { draft.remove(path) } else { Ok(()) }
}

/// Removes list items whose text is in the set, backwards so that indices stay valid.
pub fn remove_items(
    draft: &mut Draft,
    list: &NodePath,
    texts: &[Text],
    is_gone: &impl Fn(&str) -> bool,
) -> Result<(), EditError> {
    let gone: Vec<usize> = (0..texts.len()).filter(|&index| is_gone(&texts[index].value)).collect();
    if !gone.is_empty() && gone.len() == texts.len() {
        return remove_if_there(draft, list);
    }
    for index in gone.into_iter().rev() {
        draft.remove(&list.index(index))?;
    }
    Ok(())
}

pub fn mapping<'a>(entries: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    Value::Mapping(entries.into_iter().map(|(key, value)| (Value::from(key), value)).collect())
}

/// A `${path}` value.
pub fn reference(path: &str) -> Value {
    Value::from(format!("${{{path}}}"))
}

/// `base`, or the first numbered variant that is not taken.
pub fn free(base: &str, separator: &str, taken: impl Fn(&str) -> bool) -> SmolStr {
    let numbered = (2..).map(|number: u32| format!("{base}{separator}{number}"));
    let found = std::iter::once(base.to_owned()).chain(numbered).find(|name| !taken(name));
    found.unwrap_or_default().into()
}
