//! Initial values of new entries.

use serde_yaml::{Mapping, Value};

use crate::schema::{Field, Need, Shape};

/// The smallest value of a shape that has all required keys.
pub fn blank(shape: &Shape) -> Value {
    match shape {
        Shape::Record(record) | Shape::Open(record, _) => {
            let needed = record.fields.iter().filter(|field| {
                // A type is usually written first, even if it has a default.
                matches!(field.need, Need::Required | Need::RequiredWithout(_)) || field.name == "type"
            });
            let value = |field: &Field| field.default.map_or_else(|| blank(&field.shape), Value::from);
            Value::Mapping(needed.map(|field| (Value::from(field.name), value(field))).collect())
        }
        Shape::Named(..) | Shape::Map(_) => Value::Mapping(Mapping::new()),
        Shape::List(_) => Value::Sequence(Vec::new()),
        Shape::Choice([first, ..]) => Value::from(*first),
        Shape::Single(inner) => blank(inner),
        Shape::OneOf([first, ..]) => blank(first),
        Shape::Any | Shape::Text | Shape::Name(_) | Shape::Id(_) => Value::from(""),
        Shape::Bool => Value::from(false),
        Shape::Integer | Shape::Number => Value::from(0),
        Shape::Nothing | Shape::Choice([]) | Shape::OneOf([]) => Value::Null,
    }
}
