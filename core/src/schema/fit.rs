//! Selects the alternative that a value is meant as.

use crate::schema::Shape;
use crate::syntax::Node;

/// The alternative that fits `node` best. Ties, and values that fit none, select the first.
pub fn best(node: Option<&Node>, shapes: &'static [Shape]) -> Option<&'static Shape> {
    let mut best = (shapes.first()?, Fit::No);
    for shape in shapes {
        let fit = node.map_or(Fit::No, |node| fit(node, shape));
        if fit > best.1 {
            best = (shape, fit);
        }
    }
    Some(best.0)
}

/// Whether the form of the value matches the shape.
pub fn fits(node: &Node, shape: &Shape) -> bool {
    fit(node, shape) != Fit::No
}

/// How well a value matches a shape.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    No,
    /// By its form: a mapping, a list, a scalar.
    Form,
    /// Also by one of its keys.
    Key,
}

fn fit(node: &Node, shape: &Shape) -> Fit {
    let form = |fits| if fits { Fit::Form } else { Fit::No };
    match shape {
        Shape::Any => Fit::Form,
        Shape::Nothing if node.is_null() => Fit::Key,
        Shape::Nothing => Fit::No,
        Shape::Text
        | Shape::Bool
        | Shape::Integer
        | Shape::Number
        | Shape::Choice(_)
        | Shape::Name(_)
        | Shape::Id(_) => form(node.as_scalar().is_some()),
        Shape::Record(record) | Shape::Open(record, _) => {
            let known = |key: &str| record.field(key).is_some();
            let own = node.entries().iter().any(|entry| entry.key.as_text().is_some_and(known));
            if own { Fit::Key } else { form(node.as_mapping().is_some()) }
        }
        Shape::Named(..) | Shape::Map(_) => form(node.as_mapping().is_some()),
        Shape::List(_) => form(node.as_sequence().is_some()),
        Shape::Single(inner) => fit(node, inner),
        Shape::OneOf(shapes) => shapes.iter().map(|shape| fit(node, shape)).max().unwrap_or(Fit::No),
    }
}
