//! The types of the values of a chart: from `values.schema.json`, or else from the default.

use std::fmt;

use serde_json::Value;

use crate::asd::chart::defaults::of_node;
use crate::asd::chart::{Chart, Found};
use crate::asd::json_schema;

/// A type of JSON.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ValueType {
    Null,
    Boolean,
    Integer,
    Number,
    Text,
    List,
    Map,
}

impl ValueType {
    pub const ALL: [ValueType; 7] = [
        ValueType::Null,
        ValueType::Boolean,
        ValueType::Integer,
        ValueType::Number,
        ValueType::Text,
        ValueType::List,
        ValueType::Map,
    ];

    /// The type of a value.
    pub fn of(value: &Value) -> Self {
        match value {
            Value::Null => ValueType::Null,
            Value::Bool(_) => ValueType::Boolean,
            Value::Number(number) if number.is_i64() || number.is_u64() => ValueType::Integer,
            Value::Number(_) => ValueType::Number,
            Value::String(_) => ValueType::Text,
            Value::Array(_) => ValueType::List,
            Value::Object(_) => ValueType::Map,
        }
    }

    /// The name in JSON Schema.
    pub fn of_schema(name: &str) -> Option<Self> {
        Some(match name {
            "null" => ValueType::Null,
            "boolean" => ValueType::Boolean,
            "integer" => ValueType::Integer,
            "number" => ValueType::Number,
            "string" => ValueType::Text,
            "array" => ValueType::List,
            "object" => ValueType::Map,
            _ => return None,
        })
    }

    /// The name in forms.
    pub fn name(self) -> &'static str {
        match self {
            ValueType::Null => "null",
            ValueType::Boolean => "boolean",
            ValueType::Integer => "integer",
            ValueType::Number => "float",
            ValueType::Text => "string",
            ValueType::List => "list",
            ValueType::Map => "map",
        }
    }
}

impl fmt::Display for ValueType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            ValueType::Null => "null",
            ValueType::Boolean => "a boolean",
            ValueType::Integer => "an integer",
            ValueType::Number => "a number",
            ValueType::Text => "a string",
            ValueType::List => "a list",
            ValueType::Map => "a mapping",
        })
    }
}

/// The known facts about a parameter of a chart.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Parameter {
    /// The types that the schema allows; empty if it does not restrict them.
    pub allowed: Vec<ValueType>,
    /// The value in `values.yaml`, with its text.
    pub default: Option<(Value, String)>,
    /// The comment on the default, or the description in the schema.
    pub doc: String,
    /// The only scalars that the schema allows; empty if it does not list them.
    pub choices: Vec<Value>,
}

impl Parameter {
    /// The only type that the schema allows besides null, or the type of the default.
    pub fn value_type(&self) -> Option<ValueType> {
        let mut allowed = self.allowed.iter().filter(|one| **one != ValueType::Null);
        match (allowed.next(), allowed.next()) {
            (Some(one), None) => Some(*one),
            (Some(_), Some(_)) => None,
            (None, _) => {
                let of = ValueType::of(&self.default.as_ref()?.0);
                (of != ValueType::Null).then_some(of)
            }
        }
    }

    /// Why a value of this type does not fit; `None` if it fits, or if that is not known. A template can print any scalar as
    /// a string, but a string is always true in a condition.
    pub fn mismatch(&self, given: ValueType) -> Option<String> {
        let is_allowed =
            |allowed: &ValueType| *allowed == given || (*allowed, given) == (ValueType::Number, ValueType::Integer);
        if !self.allowed.is_empty() {
            let names: Vec<String> = self.allowed.iter().map(ToString::to_string).collect();
            return (!self.allowed.iter().any(is_allowed))
                .then(|| format!("the schema of the chart requires {}", names.join(" or ")));
        }
        let (default, text) = self.default.as_ref()?;
        let of = ValueType::of(default);
        let is_collection = |one| matches!(one, ValueType::List | ValueType::Map);
        let fits = match (of, given) {
            (ValueType::Null, _) | (_, ValueType::Null) => true,
            (ValueType::Boolean, given) => given == ValueType::Boolean,
            (of, given) if is_collection(of) || is_collection(given) => of == given,
            _ => true,
        };
        (!fits).then(|| format!("the default `{text}` is {of}"))
    }
}

/// Maximum length of a default in a message, in characters.
const MAX_SHOWN: usize = 60;

impl Chart {
    /// The parameter at a path of values; `None` if the chart has none.
    pub fn parameter(&self, path: &str) -> Option<Parameter> {
        let found = self.find(path)?;
        let mut parameter = Parameter::default();
        if let Found::Value { key, value, values } = found {
            let text = value.span.of(&values.text);
            let text = text.lines().next().unwrap_or_default();
            let text: String = text.chars().take(MAX_SHOWN).collect();
            parameter.default = Some((of_node(value), text));
            parameter.doc = values.comment(key).unwrap_or_default();
        }
        if let Found::Chart(_) = found {
            parameter.allowed = vec![ValueType::Map];
            return Some(parameter);
        }
        let mut chart = self;
        let steps: Vec<&str> = path.split('.').collect();
        let mut rest = steps.as_slice();
        loop {
            if let Some(root) = chart.schema.as_deref()
                && let Some(node) = json_schema::property(root, rest)
            {
                parameter.allowed = json_schema::types(root, node);
                parameter.choices = json_schema::choices(root, node);
                if parameter.doc.is_empty() {
                    let described = node.get("description").and_then(Value::as_str);
                    parameter.doc = described.unwrap_or_default().to_owned();
                }
                if !parameter.allowed.is_empty() {
                    break;
                }
            }
            let Some((first, below)) = rest.split_first() else { break };
            match chart.sub_chart(first) {
                Some(inner) if !below.is_empty() => (chart, rest) = (inner, below),
                _ => break,
            }
        }
        Some(parameter)
    }
}
