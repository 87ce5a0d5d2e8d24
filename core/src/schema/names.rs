//! Where a tree speaks of something named, as its tables say.

use crate::schema::fit::best;
use crate::schema::{Record, Shape};
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath};

/// A place that holds a name: what it should be the name of, and the text.
#[derive(Clone, PartialEq, Debug)]
pub struct Place<'a> {
    pub kind: SymbolKind,
    pub path: NodePath,
    pub node: &'a Node,
}

/// Every place of `root` where its table asks for a name.
pub fn places<'a>(root: &'a Node, record: &'static Record) -> Vec<Place<'a>> {
    let mut places = Vec::new();
    visit_record(root, record, None, &NodePath::root(), &mut places);
    places
}

fn visit_record<'a>(
    node: &'a Node,
    record: &'static Record,
    rest: Option<&'static Shape>,
    path: &NodePath,
    places: &mut Vec<Place<'a>>,
) {
    for entry in node.entries() {
        let Some(key) = entry.key.as_text() else { continue };
        let shape = record.field(key).map(|field| &field.shape).or(rest.and_then(Shape::values));
        if let Some(shape) = shape {
            visit(&entry.value, shape, &path.key(key), places);
        }
    }
}

fn visit<'a>(node: &'a Node, shape: &'static Shape, path: &NodePath, places: &mut Vec<Place<'a>>) {
    match shape {
        Shape::Any
        | Shape::Nothing
        | Shape::Text
        | Shape::Bool
        | Shape::Integer
        | Shape::Number
        | Shape::Choice(_)
        | Shape::Id(_) => {}
        Shape::Name(kind) => places.push(Place { kind: *kind, path: path.clone(), node }),
        Shape::Record(record) => visit_record(node, record, None, path, places),
        Shape::Open(record, rest) => visit_record(node, record, Some(rest), path, places),
        Shape::Named(_, value) | Shape::Map(value) => {
            for entry in node.entries() {
                let Some(key) = entry.key.as_text() else { continue };
                visit(&entry.value, value, &path.key(key), places);
            }
        }
        Shape::Single(inner) => visit(node, inner, path, places),
        Shape::List(item) => {
            for (index, child) in node.items().iter().enumerate() {
                visit(child, item, &path.index(index), places);
            }
        }
        Shape::OneOf(shapes) => {
            if let Some(shape) = best(Some(node), shapes) {
                visit(node, shape, path, places);
            }
        }
    }
}
