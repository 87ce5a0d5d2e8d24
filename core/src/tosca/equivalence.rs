//! Equivalence of type definitions: whether two definitions of the same name mean the same (T-3.1-08).

use crate::syntax::Node;
use crate::tosca::effective::{Definition, named};

/// Whether two definitions of one name contradict each other. Types with different versions are distinct types (D-09).
pub fn differ(one: &Definition<'_>, other: &Definition<'_>) -> bool {
    let version =
        |definition: &Definition<'_>| definition.node.get("version").and_then(Node::as_text).map(str::to_owned);
    version(one) == version(other) && !is_equivalent(one.node, other.node)
}

/// Whether two definitions have the same content. Descriptions, metadata, the order of keys, the short notations of
/// types, and stated defaults do not matter.
pub fn is_equivalent(one: &Node, other: &Node) -> bool {
    if one.is_null() || other.is_null() {
        return is_empty(one) && is_empty(other);
    }
    match (one.as_mapping(), other.as_mapping()) {
        (Some(_), Some(_)) => includes(one, other) && includes(other, one),
        (Some(_), None) => is_short(other, one),
        (None, Some(_)) => is_short(one, other),
        (None, None) => match (one.as_text(), other.as_text()) {
            (Some(one), Some(other)) => one == other,
            (None, None) => {
                let (one, other) = (one.items(), other.items());
                one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_equivalent(one, other))
            }
            _ => false,
        },
    }
}

fn is_empty(node: &Node) -> bool {
    node.is_null() || node.as_text().is_none() && node.entries().is_empty() && node.items().is_empty()
}

/// Whether every keyname of `one` that matters has an equivalent value in `other`.
fn includes(one: &Node, other: &Node) -> bool {
    named(one).all(|(key, entry)| {
        let is_default = (key, entry.value.as_text()) == ("required", Some("true"));
        match other.get(key) {
            _ if matches!(key, "description" | "metadata") => true,
            Some(value) => is_equivalent(&entry.value, value),
            None => is_default || is_empty(&entry.value),
        }
    })
}

/// Whether `short` is the short notation of the definition `long`.
fn is_short(short: &Node, long: &Node) -> bool {
    let of = |key: &str| {
        long.get(key).and_then(Node::as_text).is_some() && long.get(key).and_then(Node::as_text) == short.as_text()
    };
    let only = |key: &str| named(long).all(|(other, _)| other == key || matches!(other, "description" | "metadata"));
    ["type", "capability"].into_iter().any(|key| of(key) && only(key))
}
