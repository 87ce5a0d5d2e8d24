//! Visits the names that a tree defines and mentions, according to its tables.

use crate::schema::fit::best;
use crate::schema::{Record, Shape};
use crate::symbol::SymbolKind;
use crate::syntax::{Entry, Node, PathLink};

/// A visited name.
#[derive(Clone, Copy, Debug)]
pub enum Visit<'a> {
    /// A mention of something defined elsewhere.
    Name(SymbolKind, &'a Node),
    /// An entry named by its key.
    Entry(SymbolKind, &'a Entry),
    /// A record named by one of its values, and that value.
    Record(SymbolKind, &'a Node, &'a Node),
}

/// Calls `each` for every name in `root` according to the table `record`.
pub fn walk<'a>(root: &'a Node, record: &'static Record, each: &mut dyn FnMut(Visit<'a>, &PathLink<'_>)) {
    walk_record(root, record, None, &PathLink::ROOT, each);
}

fn walk_record<'a>(
    node: &'a Node,
    record: &'static Record,
    rest: Option<&'static Shape>,
    path: &PathLink<'_>,
    each: &mut dyn FnMut(Visit<'a>, &PathLink<'_>),
) {
    for entry in node.entries() {
        let Some(key) = entry.key.as_text() else { continue };
        match (record.field(key).map(|field| &field.shape), rest) {
            (Some(Shape::Id(kind)), _) => each(Visit::Record(*kind, node, &entry.value), path),
            (Some(shape), _) => walk_shape(&entry.value, shape, &path.key(key), each),
            (None, Some(rest)) => walk_entry(entry, rest, path, each),
            (None, None) => {}
        }
    }
}

fn walk_shape<'a>(
    node: &'a Node,
    shape: &'static Shape,
    path: &PathLink<'_>,
    each: &mut dyn FnMut(Visit<'a>, &PathLink<'_>),
) {
    match shape {
        Shape::Any
        | Shape::Nothing
        | Shape::Text
        | Shape::Bool
        | Shape::Integer
        | Shape::Number
        | Shape::Choice(_)
        | Shape::Id(_) => {}
        Shape::Name(kind) => each(Visit::Name(*kind, node), path),
        Shape::Record(record) => walk_record(node, record, None, path, each),
        Shape::Open(record, rest) => walk_record(node, record, Some(rest), path, each),
        Shape::Named(..) | Shape::Map(_) => {
            node.entries().iter().for_each(|entry| walk_entry(entry, shape, path, each));
        }
        Shape::Single(inner) => walk_shape(node, inner, path, each),
        Shape::List(item) => {
            for (index, child) in node.items().iter().enumerate() {
                walk_shape(child, item, &path.index(index), each);
            }
        }
        Shape::OneOf(shapes) => {
            if let Some(shape) = best(Some(node), shapes) {
                walk_shape(node, shape, path, each);
            }
        }
    }
}

/// An entry under a free name: `mapping` is a `Named` or a `Map`.
fn walk_entry<'a>(
    entry: &'a Entry,
    mapping: &'static Shape,
    parent: &PathLink<'_>,
    each: &mut dyn FnMut(Visit<'a>, &PathLink<'_>),
) {
    let (Some(key), Some(value)) = (entry.key.as_text(), mapping.values()) else { return };
    let path = parent.key(key);
    if let Shape::Named(kind, _) = mapping {
        each(Visit::Entry(*kind, entry), &path);
    }
    walk_shape(&entry.value, value, &path, each);
}
