//! Values that are read although they do not have the required form: empty values for sections, and numbers or booleans
//! for strings.

use crate::schema::fit::best;
use crate::schema::{Record, Shape, form};
use crate::syntax::plain::{Plain, typed};
use crate::syntax::{Kind, Node, NodePath, PathLink};

/// A value without the required form.
#[derive(Clone, PartialEq, Debug)]
pub struct Loose {
    pub path: NodePath,
    /// The required form and the actual one, as nouns.
    pub expected: &'static str,
    pub found: &'static str,
    /// Whether it is an empty value that says no less than an absent one: a text, or a declaration without details.
    pub is_absent: bool,
}

/// The loose values in `root` according to the table `record`. Fields for which `is_free` holds are skipped.
pub fn loose(root: &Node, record: &'static Record, is_free: fn(&str) -> bool) -> Vec<Loose> {
    let mut search = Search { is_free, found: Vec::new() };
    search.record(root, record, None, &PathLink::ROOT);
    search.found
}

struct Search {
    is_free: fn(&str) -> bool,
    found: Vec<Loose>,
}

impl Search {
    fn record(&mut self, node: &Node, record: &'static Record, rest: Option<&'static Shape>, path: &PathLink<'_>) {
        for entry in node.entries() {
            let Some(key) = entry.key.as_text() else { continue };
            let field = record.field(key).map(|field| &field.shape);
            if let Some(shape) = field.or(rest).filter(|_| field.is_none() || !(self.is_free)(key)) {
                self.shape(&entry.value, shape, &path.key(key));
            }
        }
    }

    fn shape(&mut self, node: &Node, shape: &'static Shape, path: &PathLink<'_>) {
        if matches!(node.kind, Kind::Error | Kind::Alias(_)) {
            return;
        }
        match shape {
            Shape::Text if node.is_null() => self.null(path, "a string", true),
            Shape::Text | Shape::Name(_) | Shape::Id(_) => {
                let is_text =
                    node.as_scalar().is_none_or(|scalar| matches!(typed(scalar), Plain::Text(_) | Plain::Null));
                if !is_text {
                    self.found.push(Loose {
                        path: path.to_path(),
                        expected: "a string",
                        found: form(node),
                        is_absent: false,
                    });
                }
            }
            Shape::Named(_, value) | Shape::Map(value) if !node.is_null() => {
                for entry in node.entries() {
                    if let Some(key) = entry.key.as_text() {
                        self.shape(&entry.value, value, &path.key(key));
                    }
                }
            }
            Shape::Named(..) | Shape::Map(_) => self.null(path, "a mapping", false),
            Shape::Record(record) => self.record(node, record, None, path),
            Shape::Open(record, rest) => self.record(node, record, rest.values(), path),
            Shape::Single(inner) => self.shape(node, inner, path),
            Shape::List(item) => {
                for (index, child) in node.items().iter().enumerate() {
                    self.shape(child, item, &path.index(index));
                }
            }
            Shape::OneOf(shapes) if node.is_null() => {
                let expected = shapes.iter().find_map(|shape| match shape {
                    Shape::List(_) => Some("a list"),
                    Shape::Record(_) | Shape::Open(..) | Shape::Map(_) | Shape::Named(..) => Some("a mapping"),
                    _ => None,
                });
                let is_read =
                    shapes.iter().any(|shape| matches!(shape, Shape::Nothing | Shape::Map(_) | Shape::Named(..)));
                if let Some(expected) = expected.filter(|_| is_read) {
                    // Beside a name, an empty value has a meaning of its own: a declaration without details.
                    self.null(path, expected, shapes.iter().any(|shape| matches!(shape, Shape::Text)));
                }
            }
            // An item of a list of conditions can be a value of any type.
            Shape::OneOf(shapes)
                if node.as_scalar().is_some() && shapes.iter().any(is_single) && !shapes.iter().any(is_record) => {}
            Shape::OneOf(shapes) => {
                if let Some(shape) = best(Some(node), shapes) {
                    self.shape(node, shape, path);
                }
            }
            Shape::Any | Shape::Nothing | Shape::Bool | Shape::Integer | Shape::Number | Shape::Choice(_) => {}
        }
    }

    fn null(&mut self, path: &PathLink<'_>, expected: &'static str, is_absent: bool) {
        self.found.push(Loose { path: path.to_path(), expected, found: "null", is_absent });
    }
}

fn is_record(shape: &Shape) -> bool {
    matches!(shape, Shape::Record(_))
}

fn is_single(shape: &Shape) -> bool {
    matches!(shape, Shape::Single(_))
}
