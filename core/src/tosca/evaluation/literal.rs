//! Literal values, which can contain function calls at any depth.

use std::rc::Rc;

use serde_yaml::{Mapping, Value};

use super::{Evaluation, hidden};
use crate::function::has_call;
use crate::preview::{Origin, PartialValue};
use crate::syntax::Node;
use crate::syntax::plain::as_written;
use crate::tosca::entity::Entity;
use crate::tosca::types::Types;
use crate::tosca::types::data_type::DataType;
use crate::tosca::types::schema::Schema;
use crate::tosca::value::primitive::Primitive;
use crate::tosca::value::read::key;

/// A value without function calls, read by its type: a string is text whatever it looks like.
pub(super) fn value<'a>(node: &Node, schema: &Schema<'a>, types: &Types<'a>) -> Value {
    let primitive = schema.data_type(types).and_then(|of| of.primitive);
    match (primitive, node.as_scalar()) {
        (Some(Primitive::String | Primitive::Version), Some(scalar)) if !node.is_null() => {
            Value::String(scalar.value.to_string())
        }
        _ => as_written(node),
    }
}

impl<'a> Evaluation<'a> {
    /// A literal, with the defaults of the fields of a complex data type.
    pub(super) fn literal(&self, node: &'a Node, schema: &Schema<'a>, entity: &Entity<'a>) -> PartialValue {
        let types = &self.entities.types;
        if let Some(list) = node.as_sequence() {
            let entry = schema.entry_schema(types);
            let entry = entry.as_deref();
            let item = |item| self.evaluate(item, entry.unwrap_or(&Schema::default()), entity, Origin::Set).value;
            return collected(list.items.iter().map(item).collect());
        }
        let Some(mapping) = node.as_mapping() else { return PartialValue::Value(value(node, schema, types)) };
        let fields = schema.data_type(types).map(Rc::as_ref).filter(|of| of.is_complex());
        let entry = schema.entry_schema(types);
        let mut entries: Vec<(String, PartialValue)> = Vec::with_capacity(mapping.entries.len());
        for one in &mapping.entries {
            let name = key(&one.key);
            let value =
                part(fields, entry.as_deref(), &name, |of| self.evaluate(&one.value, of, entity, Origin::Set).value);
            entries.push((name.into(), value));
        }
        let missing = fields.into_iter().flat_map(|of| of.fields.values());
        for field in missing.filter(|field| node.entry(field.name).is_none()) {
            // A default that calls functions belongs to the type, not to this value.
            if let Some((_, default)) = field.default.filter(|(_, node)| !has_call(node)) {
                let value = match field.is_secret {
                    true => hidden(),
                    false => PartialValue::Value(value(default, &field.schema, types)),
                };
                entries.push((field.name.to_owned(), value));
            }
        }
        of_entries(entries)
    }

    /// A value given for an input, without its secret fields.
    pub(super) fn given(&self, value: &Value, schema: &Schema<'a>) -> PartialValue {
        let types = &self.entities.types;
        let entry = schema.entry_schema(types);
        match value {
            Value::Sequence(items) => {
                let none = Schema::default();
                let of = entry.as_deref().unwrap_or(&none);
                collected(items.iter().map(|item| self.given(item, of)).collect())
            }
            Value::Mapping(mapping) if mapping.keys().all(Value::is_string) => {
                let fields = schema.data_type(types).map(Rc::as_ref).filter(|of| of.is_complex());
                let field = |(name, value): (&Value, &Value)| {
                    let name = name.as_str().unwrap_or_default();
                    (name.to_owned(), part(fields, entry.as_deref(), name, |of| self.given(value, of)))
                };
                of_entries(mapping.iter().map(field).collect())
            }
            other => PartialValue::Value(other.clone()),
        }
    }
}

/// The value of an entry, computed by its schema: that of the field with its name, or of all entries. Secret fields are not
/// shown.
fn part<'a>(
    fields: Option<&DataType<'a>>,
    entry: Option<&Schema<'a>>,
    name: &str,
    compute: impl FnOnce(&Schema<'a>) -> PartialValue,
) -> PartialValue {
    match fields.and_then(|of| of.fields.get(name)) {
        Some(field) if field.is_secret => hidden(),
        Some(field) => compute(&field.schema),
        None => compute(entry.unwrap_or(&Schema::default())),
    }
}

/// A list, as a value if all its items are known.
pub(super) fn collected(items: Vec<PartialValue>) -> PartialValue {
    if items.iter().all(|item| matches!(item, PartialValue::Value(_))) {
        let values = items.into_iter().filter_map(|item| match item {
            PartialValue::Value(value) => Some(value),
            _ => None,
        });
        return PartialValue::Value(Value::Sequence(values.collect()));
    }
    PartialValue::List(items)
}

fn of_entries(entries: Vec<(String, PartialValue)>) -> PartialValue {
    if entries.iter().all(|(_, value)| matches!(value, PartialValue::Value(_))) {
        let values = entries.into_iter().filter_map(|(name, value)| match value {
            PartialValue::Value(value) => Some((Value::String(name), value)),
            _ => None,
        });
        return PartialValue::Value(Value::Mapping(values.collect::<Mapping>()));
    }
    PartialValue::Map(entries)
}
