//! The differences between two documents of one kind, such as the previews of two versions.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde::Serialize;
use serde_json::{Map, Value};

/// A value that differs.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Changed {
    /// The keys that lead to the value. An item of a list is given by its first field, such as `name`, if this is a
    /// different string in each item, or else by its `message`, or else by its number, starting at 0: `["items", "web",
    /// "values", "replicas"]`.
    pub path: Vec<String>,
    /// Absent if only the new document has the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Value>,
    /// Absent if only the old document has the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Value>,
}

/// The entries of a mapping, or the items of a list, by keys.
type Entries<'a> = Vec<(Cow<'a, str>, &'a Value)>;

/// The values that differ, in the order of the new document; the removed ones of each mapping and list come last. A
/// mapping or list that only one document has is one value.
pub fn changes(before: &Value, after: &Value) -> Vec<Changed> {
    let mut found = Vec::new();
    compare(&mut Vec::new(), before, after, &mut found);
    found
}

fn compare(path: &mut Vec<String>, before: &Value, after: &Value, found: &mut Vec<Changed>) {
    let (old, new) = match (before, after) {
        (Value::Object(old), Value::Object(new)) => (fields(old), fields(new)),
        (Value::Array(old), Value::Array(new)) => {
            let first = |list: &[Value]| list.first()?.as_object()?.keys().next().cloned();
            let keys = first(new).or_else(|| first(old)).into_iter().chain(["message".to_owned()]);
            let both = keys.into_iter().find_map(|key| Some((named(old, &key)?, named(new, &key)?)));
            both.unwrap_or_else(|| (numbered(old), numbered(new)))
        }
        _ if before == after => return,
        _ => {
            found.push(Changed { path: path.clone(), before: Some(before.clone()), after: Some(after.clone()) });
            return;
        }
    };
    let known: HashMap<&str, &Value> = old.iter().map(|(key, value)| (&**key, *value)).collect();
    for (key, value) in &new {
        path.push(key.to_string());
        match known.get(&**key) {
            Some(before) => compare(path, before, value, found),
            None => found.push(Changed { path: path.clone(), before: None, after: Some((*value).clone()) }),
        }
        path.pop();
    }
    let kept: HashSet<&str> = new.iter().map(|(key, _)| &**key).collect();
    for (key, value) in old.iter().filter(|(key, _)| !kept.contains(&**key)) {
        let path = [path.as_slice(), &[key.to_string()]].concat();
        found.push(Changed { path, before: Some((*value).clone()), after: None });
    }
}

fn fields(mapping: &Map<String, Value>) -> Entries<'_> {
    mapping.iter().map(|(key, value)| (Cow::from(key), value)).collect()
}

fn numbered(list: &[Value]) -> Entries<'_> {
    list.iter().enumerate().map(|(at, value)| (Cow::from(at.to_string()), value)).collect()
}

/// The items of a list by one of their fields, if it is a different string in each of them.
fn named<'a>(list: &'a [Value], key: &str) -> Option<Entries<'a>> {
    let entries: Option<Entries<'_>> = list.iter().map(|item| Some((item.get(key)?.as_str()?.into(), item))).collect();
    let mut seen = HashSet::new();
    entries.filter(|entries| entries.iter().all(|(name, _)| seen.insert(name.clone())))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The changes as `path: before -> after`.
    fn shown(before: &Value, after: &Value) -> Vec<String> {
        let text = |value: Option<Value>| value.map_or("-".to_owned(), |value| value.to_string());
        let one = |one: Changed| format!("{}: {} -> {}", one.path.join("/"), text(one.before), text(one.after));
        changes(before, after).into_iter().map(one).collect()
    }

    #[test]
    fn items_are_compared_by_their_first_fields_and_others_by_number() {
        let before = json!({"items": [{"name": "a", "size": 1}, {"name": "b", "size": 2}], "list": [1, 2], "old": 1});
        let after = json!({"items": [{"name": "c"}, {"name": "b", "size": 3}], "list": [1, 3, 4]});
        let expected = [
            "items/c: - -> {\"name\":\"c\"}",
            "items/b/size: 2 -> 3",
            "items/a: {\"name\":\"a\",\"size\":1} -> -",
            "list/1: 2 -> 3",
            "list/2: - -> 4",
            "old: 1 -> -",
        ];
        assert_eq!(shown(&before, &after), expected);
        assert_eq!(shown(&after, &after), [""; 0]);
    }

    #[test]
    fn findings_are_compared_by_their_messages() {
        let finding = |message: &str, line: u32| json!({"severity": "error", "message": message, "line": line});
        let before = json!([finding("a", 1), finding("b", 2)]);
        let after = json!([finding("c", 1), finding("b", 3)]);
        let expected = [
            "c: - -> {\"severity\":\"error\",\"message\":\"c\",\"line\":1}",
            "b/line: 2 -> 3",
            "a: {\"severity\":\"error\",\"message\":\"a\",\"line\":1} -> -",
        ];
        assert_eq!(shown(&before, &after), expected);
    }

    #[test]
    fn items_with_equal_first_fields_are_compared_by_number() {
        let before = json!([{"name": "a", "size": 1}, {"name": "a", "size": 2}]);
        let after = json!([{"name": "a", "size": 1}, {"name": "a", "size": 3}]);
        assert_eq!(shown(&before, &after), ["1/size: 2 -> 3"]);
    }
}
