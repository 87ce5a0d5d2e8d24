//! The short notations of definitions and assignments, and the keynames that hold their value in the extended notation.

use std::ptr;

use smol_str::SmolStr;

use crate::schema::{Record, Shape};
use crate::syntax::{Entry, Kind, Mapping, Node, NodePath, Scalar, Sequence, Style};
use crate::tosca::schema::definition::{
    CAPABILITY, ENTRY_SCHEMA, IMPLEMENTATION, NOTIFICATION, OPERATION, REQUIREMENT, REQUIREMENT_RELATIONSHIP,
};
use crate::tosca::schema::{IMPORT, REPOSITORY, template};

/// The tables with a short notation, each with the keyname whose value it is.
static SHORT: [(&Record, &str); 13] = [
    (&REPOSITORY, "url"),
    (&IMPORT, "file"),
    (&ENTRY_SCHEMA, "type"),
    (&CAPABILITY, "type"),
    (&REQUIREMENT, "capability"),
    (&REQUIREMENT_RELATIONSHIP, "type"),
    (&OPERATION, "implementation"),
    (&NOTIFICATION, "implementation"),
    (&IMPLEMENTATION, "primary"),
    (&template::OPERATION, "implementation"),
    (&template::REQUIREMENT, "node"),
    (&template::RELATIONSHIP, "type"),
    (&template::MAPPING, "mapping"),
];

/// The keyname that the short notation of a table gives; `None` if it has no short notation.
pub fn short_key(record: &Record) -> Option<&'static str> {
    SHORT.iter().find(|(known, _)| ptr::eq(*known, record)).map(|(_, key)| *key)
}

/// The same value with every short notation extended, and with operations next to the keyname `operations` of TOSCA 1.3
/// instead of below it. Added nodes have the span of the value.
pub fn extended(node: &Node, shape: &'static Shape) -> Node {
    match shape {
        Shape::Record(record) => of_record(node, record, None),
        Shape::Open(record, rest) => of_record(node, record, rest.values()),
        Shape::Named(_, value) | Shape::Map(value) => entries(node, |_| Some(value)),
        Shape::Single(inner) => extended(node, inner),
        Shape::List(item) => match &node.kind {
            Kind::Sequence(sequence) => {
                let items = sequence.items.iter().map(|one| extended(one, item)).collect();
                Node { kind: Kind::Sequence(Sequence { flow: sequence.flow, items }), ..node.clone() }
            }
            _ => node.clone(),
        },
        Shape::OneOf(shapes) => match in_extended_notation(node, shapes) {
            Some((record, key)) => of_record(&wrapped(node, key), record, None),
            None => crate::schema::best_of(node, shapes).map_or_else(|| node.clone(), |shape| extended(node, shape)),
        },
        _ => node.clone(),
    }
}

/// The table that a value in the short notation has among these shapes, with the keyname that it gives.
fn in_extended_notation(node: &Node, shapes: &'static [Shape]) -> Option<(&'static Record, &'static str)> {
    shapes.iter().find_map(|shape| {
        let Shape::Record(record) = shape else { return None };
        let key = short_key(record)?;
        let is_short = match ptr::eq(*record, &template::MAPPING) {
            true => node.as_sequence().is_some(),
            false => node.as_scalar().is_some() && !node.is_null(),
        };
        is_short.then_some((*record, key))
    })
}

fn wrapped(node: &Node, key: &str) -> Node {
    let scalar = Scalar { value: SmolStr::new(key), style: Style::Plain };
    let key = Node { kind: Kind::Scalar(scalar), ..node.clone() };
    let entry = Entry { key, value: node.clone(), merged: false };
    Node { kind: Kind::Mapping(Mapping { flow: false, entries: vec![entry] }), ..node.clone() }
}

fn of_record(node: &Node, record: &'static Record, rest: Option<&'static Shape>) -> Node {
    let shape = |key: &str| record.field(key).map(|field| &field.shape).or(rest);
    let mut of = entries(node, shape);
    if let (Some(_), Kind::Mapping(mapping)) = (rest, &mut of.kind)
        && let Some(at) = mapping.entries.iter().position(|entry| entry.key.as_text() == Some("operations"))
    {
        let below = mapping.entries.remove(at);
        mapping.entries.extend(below.value.entries().iter().cloned());
    }
    of
}

fn entries(node: &Node, shape: impl Fn(&str) -> Option<&'static Shape>) -> Node {
    let Kind::Mapping(mapping) = &node.kind else { return node.clone() };
    let entries = mapping.entries.iter().map(|entry| {
        let shape = entry.key.as_text().and_then(&shape);
        let value = shape.map_or_else(|| entry.value.clone(), |shape| extended(&entry.value, shape));
        Entry { key: entry.key.clone(), value, merged: entry.merged }
    });
    Node { kind: Kind::Mapping(Mapping { flow: mapping.flow, entries: entries.collect() }), ..node.clone() }
}

/// The shape of the named entries of a section: `capabilities` for one capability.
pub fn entry_shape(record: &Record, section: &str) -> Option<&'static Shape> {
    fn inner(shape: &'static Shape) -> Option<&'static Shape> {
        match shape {
            Shape::Named(_, value) | Shape::Map(value) => Some(value),
            Shape::List(item) | Shape::Single(item) => inner(item),
            Shape::OneOf(shapes) => shapes.iter().find_map(inner),
            _ => None,
        }
    }
    inner(&record.field(section)?.shape)
}

/// A definition or assignment in one of two notations.
#[derive(Debug)]
pub enum Notation<'a> {
    /// A value in place of a mapping that has it under `key`.
    Short { path: NodePath, node: &'a Node, key: &'static str },
    /// A mapping with nothing but the value that the short notation gives.
    Extended { path: NodePath, node: &'a Node, value: &'a Node },
}

impl<'a> Notation<'a> {
    /// The path of the definition or assignment.
    pub fn path(&self) -> &NodePath {
        match self {
            Notation::Short { path, .. } | Notation::Extended { path, .. } => path,
        }
    }

    /// The definition or assignment.
    pub fn node(&self) -> &'a Node {
        match self {
            Notation::Short { node, .. } | Notation::Extended { node, .. } => node,
        }
    }
}

/// The definitions and assignments around an offset that have two notations, the outermost first.
pub fn notations_at<'a>(root: &'a Node, record: &'static Record, offset: usize) -> Vec<Notation<'a>> {
    let mut found = Vec::new();
    find_in_record(root, record, None, &NodePath::root(), offset, &mut found);
    found
}

fn find_in_record<'a>(
    node: &'a Node,
    record: &'static Record,
    rest: Option<&'static Shape>,
    path: &NodePath,
    offset: usize,
    found: &mut Vec<Notation<'a>>,
) {
    for entry in node.entries().iter().filter(|entry| is_at(entry, offset)) {
        let Some(key) = entry.key.as_text() else { continue };
        if let Some(shape) = record.field(key).map(|field| &field.shape).or(rest) {
            find(&entry.value, shape, &path.key(key), offset, found);
        }
    }
}

fn find<'a>(node: &'a Node, shape: &'static Shape, path: &NodePath, offset: usize, found: &mut Vec<Notation<'a>>) {
    match shape {
        Shape::Record(record) => find_in_record(node, record, None, path, offset, found),
        Shape::Open(record, rest) => find_in_record(node, record, rest.values(), path, offset, found),
        Shape::Named(_, value) | Shape::Map(value) => {
            for entry in node.entries().iter().filter(|entry| is_at(entry, offset)) {
                if let Some(key) = entry.key.as_text() {
                    find(&entry.value, value, &path.key(key), offset, found);
                }
            }
        }
        Shape::Single(inner) => find(node, inner, path, offset, found),
        Shape::List(item) => {
            for (index, child) in node.items().iter().enumerate().filter(|(_, child)| child.span.touches(offset)) {
                find(child, item, &path.index(index), offset, found);
            }
        }
        Shape::OneOf(shapes) => {
            if let Some((_, key)) = in_extended_notation(node, shapes) {
                found.push(Notation::Short { path: path.clone(), node, key });
                return;
            }
            let Some(shape) = crate::schema::best_of(node, shapes) else { return };
            if let Shape::Record(record) = shape
                && let ([only], Some(key)) = (node.entries(), short_key(record))
                && only.key.as_text() == Some(key)
                && in_extended_notation(&only.value, shapes).is_some()
            {
                found.push(Notation::Extended { path: path.clone(), node, value: &only.value });
            }
            find(node, shape, path, offset, found);
        }
        _ => {}
    }
}

/// Whether an entry, from its key to the end of its value, contains an offset. Merged entries are elsewhere.
fn is_at(entry: &Entry, offset: usize) -> bool {
    let end = entry.value.span.end.max(entry.key.span.end) as usize;
    !entry.merged && (entry.key.span.start as usize..=end).contains(&offset)
}
