//! Values of YAML as JSON.

use serde_json::Value as Json;
use serde_yaml::Value;

/// JSON has keys that are texts, and no numbers without a value.
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

/// A number that JSON does not have: `.inf`, `.nan`.
fn number_text(value: &Value) -> Json {
    Json::String(serde_yaml::to_string(value).unwrap_or_default().trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_json_lacks_are_texts() {
        let value: Value = serde_yaml::from_str("{a: .inf, b: 18446744073709551615, c: 0.5, 1: x}").expect("YAML");
        let expected = serde_json::json!({"a": ".inf", "b": 18_446_744_073_709_551_615_u64, "c": 0.5, "1": "x"});
        assert_eq!(of_yaml(&value), expected);
    }
}
