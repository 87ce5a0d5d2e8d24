//! Values as Python reads and prints them: conductor's messages quote them.

use serde_yaml::{Mapping, Value};

use crate::homing::threshold::python_float;

/// Whether Python treats a value as true.
pub fn is_true(value: Option<&Value>) -> bool {
    match value {
        None | Some(Value::Null) => false,
        Some(Value::Bool(flag)) => *flag,
        Some(Value::Number(number)) => number.as_f64() != Some(0.0),
        Some(Value::String(text)) => !text.is_empty(),
        Some(Value::Sequence(items)) => !items.is_empty(),
        Some(Value::Mapping(entries)) => !entries.is_empty(),
        Some(Value::Tagged(tagged)) => is_true(Some(&tagged.value)),
    }
}

/// A value inside a message: strings without quotes.
pub fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => repr(value),
    }
}

/// A value as `repr` prints it.
pub fn repr(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text);
    text
}

fn write(value: &Value, to: &mut String) {
    match value {
        Value::Null => to.push_str("None"),
        Value::Bool(true) => to.push_str("True"),
        Value::Bool(false) => to.push_str("False"),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => to.push_str(&whole.to_string()),
            (None, Some(number)) => to.push_str(&python_float(number)),
            (None, None) => {}
        },
        Value::String(text) => write_text(text, to),
        Value::Sequence(items) => {
            to.push('[');
            for (index, item) in items.iter().enumerate() {
                to.push_str(if index == 0 { "" } else { ", " });
                write(item, to);
            }
            to.push(']');
        }
        Value::Mapping(entries) => {
            to.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                to.push_str(if index == 0 { "" } else { ", " });
                write(key, to);
                to.push_str(": ");
                write(value, to);
            }
            to.push('}');
        }
        Value::Tagged(tagged) => write(&tagged.value, to),
    }
}

fn write_text(text: &str, to: &mut String) {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    to.push(quote);
    for character in text.chars() {
        match character {
            '\n' => to.push_str("\\n"),
            '\t' => to.push_str("\\t"),
            '\\' => to.push_str("\\\\"),
            one if one == quote => {
                to.push('\\');
                to.push(one);
            }
            one => to.push(one),
        }
    }
    to.push(quote);
}

/// The name of a value's class.
pub fn class(value: &Value) -> &'static str {
    match value {
        Value::Null => "NoneType",
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_f64() => "float",
        Value::Number(_) => "int",
        Value::String(_) => "str",
        Value::Sequence(_) => "list",
        Value::Mapping(_) => "dict",
        Value::Tagged(tagged) => class(&tagged.value),
    }
}

/// The keys of a mapping, as text.
pub fn keys(entries: &Mapping) -> impl Iterator<Item = String> {
    entries.keys().map(shown)
}

/// Whether a mapping has exactly this key.
pub fn has_only(value: &Value, key: &str) -> bool {
    value.as_mapping().is_some_and(|entries| entries.len() == 1 && entries.contains_key(key))
}
