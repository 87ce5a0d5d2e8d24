//! Converts YAML values to JSON.

use serde_json::{Map, Value as Json};
use serde_yaml::Value;

use crate::syntax::plain::{Plain, typed};
use crate::syntax::{Kind, Node};
use crate::text::Span;

/// The text in place of a secret value.
pub const SECRET: &str = "<secret>";
/// Maximum depth of converted nodes.
const MAX_DEPTH: usize = 64;

/// JSON keys are strings, and JSON has no infinite numbers or NaN.
pub fn of_yaml(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(flag) => Json::Bool(*flag),
        Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(number), ..) => number.into(),
            (_, Some(number), _) => number.into(),
            (.., number) => {
                number.and_then(serde_json::Number::from_f64).map_or_else(|| number_text(value), Json::Number)
            }
        },
        Value::String(text) => Json::String(text.clone()),
        Value::Sequence(items) => items.iter().map(of_yaml).collect(),
        Value::Mapping(entries) => entries.iter().map(|(key, value)| (key_text(key), of_yaml(value))).collect(),
        Value::Tagged(tagged) => of_yaml(&tagged.value),
    }
}

fn key_text(key: &Value) -> String {
    match key {
        Value::String(text) => text.clone(),
        other => of_yaml(other).to_string(),
    }
}

/// A number that JSON cannot represent: `.inf`, `.nan`.
fn number_text(value: &Value) -> Json {
    Json::String(serde_yaml::to_string(value).unwrap_or_default().trim().to_owned())
}

/// Converts a node. Numbers that JSON would write differently stay strings: `1.10` is a version. Of duplicate keys the
/// first is used.
pub fn of_node(node: &Node) -> Json {
    of_node_at(node, &[], 0)
}

/// The same with `<secret>` in place of the values at some locations.
pub fn without(node: &Node, secrets: &[Span]) -> Json {
    of_node_at(node, secrets, 0)
}

fn of_node_at(node: &Node, secrets: &[Span], depth: usize) -> Json {
    match &node.kind {
        _ if depth > MAX_DEPTH => Json::Null,
        _ if !node.is_null() && secrets.contains(&node.span) => SECRET.into(),
        Kind::Null | Kind::Error => Json::Null,
        Kind::Alias(name) => format!("*{name}").into(),
        Kind::Scalar(scalar) => match typed(scalar) {
            Plain::Null => Json::Null,
            Plain::Bool(flag) => flag.into(),
            Plain::Text(_) => scalar.value.as_str().into(),
            Plain::Integer(_) | Plain::Float(_) => {
                let number = serde_json::from_str::<Json>(&scalar.value).ok().filter(Json::is_number);
                let same = number.filter(|number| scalar.value == number.to_string());
                same.unwrap_or_else(|| scalar.value.as_str().into())
            }
        },
        Kind::Sequence(sequence) => sequence.items.iter().map(|item| of_node_at(item, secrets, depth + 1)).collect(),
        Kind::Mapping(mapping) => {
            let mut object = Map::new();
            for entry in &mapping.entries {
                let key = entry.key.as_text().unwrap_or_default().to_owned();
                object.entry(key).or_insert_with(|| of_node_at(&entry.value, secrets, depth + 1));
            }
            Json::Object(object)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{alias, parse};

    #[test]
    fn numbers_that_json_lacks_are_texts() {
        let value: Value = serde_yaml::from_str("{a: .inf, b: 18446744073709551615, c: 0.5, 1: x}").expect("YAML");
        let expected = serde_json::json!({"a": ".inf", "b": 18_446_744_073_709_551_615_u64, "c": 0.5, "1": "x"});
        assert_eq!(of_yaml(&value), expected);
    }

    #[test]
    fn numbers_keep_how_they_are_written() {
        let (root, _) =
            alias::expand(&parse::parse("{version: 1.10, size: 3, flag: yes, on: true, none: ~, a: 1, a: 2}"));
        let expected =
            serde_json::json!({"version": "1.10", "size": 3, "flag": "yes", "on": true, "none": null, "a": 1});
        assert_eq!(of_node(&root.expect("a mapping")), expected);
    }
}
