//! Resolution of scalars by the YAML 1.2 core schema, and conversion of trees to values.

use serde_yaml::value::{Tag, TaggedValue};
use serde_yaml::{Mapping, Value};

use crate::number::float;
use crate::syntax::{Kind, Node, Scalar, Style};

/// A scalar resolved by the core schema (YAML 1.2.2 §10.3.2).
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Plain<'a> {
    Null,
    Bool(bool),
    Integer(i128),
    Float(f64),
    Text(&'a str),
}

/// Resolves `scalar`; quoted and block scalars are always text.
pub fn typed(scalar: &Scalar) -> Plain<'_> {
    match scalar.style {
        Style::Plain => typed_text(&scalar.value),
        Style::SingleQuoted | Style::DoubleQuoted | Style::Literal | Style::Folded => Plain::Text(&scalar.value),
    }
}

/// Resolves `text` as a plain scalar.
pub fn typed_text(text: &str) -> Plain<'_> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Plain::Null,
        "true" | "True" | "TRUE" => return Plain::Bool(true),
        "false" | "False" | "FALSE" => return Plain::Bool(false),
        ".nan" | ".NaN" | ".NAN" => return Plain::Float(f64::NAN),
        _ => {}
    }
    // Fast path: most text does not start like a number.
    if !matches!(text.as_bytes().first(), Some(b'0'..=b'9' | b'+' | b'-' | b'.')) {
        return Plain::Text(text);
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") {
        return Plain::Float(if text.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY });
    }
    let integer = match (text.strip_prefix("0x"), text.strip_prefix("0o")) {
        (Some(digits), _) => based(digits, 16),
        (_, Some(digits)) => based(digits, 8),
        _ => unsigned.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten(),
    };
    match integer {
        Some(integer) => Plain::Integer(integer),
        None if is_float(unsigned) => float(text).map_or(Plain::Text(text), Plain::Float),
        None => Plain::Text(text),
    }
}

fn based(digits: &str, base: u32) -> Option<i128> {
    let sound = digits.chars().all(|digit| digit.is_digit(base));
    sound.then(|| i128::from_str_radix(digits, base).ok()).flatten()
}

/// Whether `text` matches `( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`.
fn is_float(text: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (text, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let sound = digits(whole) && digits(fraction) && !(whole.is_empty() && fraction.is_empty());
    sound && exponent.is_none_or(|exponent| !exponent.is_empty() && digits(exponent))
}

/// The value of `node`, for comparing, writing and evaluating. Aliases must have been expanded; an alias or an error
/// becomes null. The first of duplicate keys wins.
pub fn value(node: &Node) -> Value {
    let tag = node.properties.as_ref().and_then(|properties| properties.resolved_tag.as_deref());
    let value = match &node.kind {
        Kind::Null if tag == Some("tag:yaml.org,2002:str") => Value::String(String::new()),
        Kind::Null | Kind::Alias(_) | Kind::Error => Value::Null,
        Kind::Scalar(scalar) => tagged_scalar(scalar, tag),
        Kind::Sequence(sequence) => Value::Sequence(sequence.items.iter().map(value).collect()),
        Kind::Mapping(mapping) => {
            let mut values = Mapping::with_capacity(mapping.entries.len());
            for entry in &mapping.entries {
                values.entry(value(&entry.key)).or_insert_with(|| value(&entry.value));
            }
            Value::Mapping(values)
        }
    };
    match tag.filter(|tag| tag.len() > 1 && tag.starts_with('!')) {
        Some(tag) => Value::Tagged(Box::new(TaggedValue { tag: Tag::new(tag), value })),
        None => value,
    }
}

/// Like [`value`], but keeps a number as text if it would otherwise be written differently, such as the version `1.10`.
pub fn as_written(node: &Node) -> Value {
    match (&node.kind, value(node)) {
        (Kind::Scalar(scalar), Value::Number(number)) if number.to_string() != scalar.value => {
            Value::String(scalar.value.to_string())
        }
        (Kind::Sequence(sequence), Value::Sequence(_)) => {
            Value::Sequence(sequence.items.iter().map(as_written).collect())
        }
        (Kind::Mapping(mapping), Value::Mapping(_)) => {
            let mut values = Mapping::with_capacity(mapping.entries.len());
            for entry in &mapping.entries {
                values.entry(value(&entry.key)).or_insert_with(|| as_written(&entry.value));
            }
            Value::Mapping(values)
        }
        (_, other) => other,
    }
}

/// The value of a scalar with a core schema tag, which overrides its style.
fn tagged_scalar(scalar: &Scalar, tag: Option<&str>) -> Value {
    let text = scalar.value.as_str();
    let meaning = match tag.and_then(|tag| tag.strip_prefix("tag:yaml.org,2002:")) {
        Some("str") => Plain::Text(text),
        Some("null" | "bool" | "int") => typed_text(text),
        Some("float") => match typed_text(text) {
            Plain::Integer(integer) => Plain::Float(integer as f64),
            other => other,
        },
        _ if tag == Some("!") => Plain::Text(text),
        _ => typed(scalar),
    };
    match meaning {
        Plain::Null => Value::Null,
        Plain::Bool(bool) => Value::Bool(bool),
        Plain::Integer(integer) => number(integer),
        // A longer number has digits that a float would lose.
        Plain::Float(_) if is_whole(text) && text.parse::<i128>().is_err() => Value::String(text.to_owned()),
        Plain::Float(float) => Value::Number(float.into()),
        Plain::Text(text) => Value::String(text.to_owned()),
    }
}

/// An integer of at most 64 bits as a number, a longer one as text.
fn number(integer: i128) -> Value {
    match (u64::try_from(integer), i64::try_from(integer)) {
        (Ok(unsigned), _) => Value::from(unsigned),
        (_, Ok(signed)) => Value::from(signed),
        _ => Value::String(integer.to_string()),
    }
}

/// Whether `text` is an integer in decimal digits, of any length.
pub fn is_whole(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples and patterns of YAML 1.2.2 §10.3.2.
    #[test]
    fn plain_text_is_resolved_by_the_core_schema() {
        for (text, integer) in [("0", 0), ("-19", -19), ("+12", 12), ("012", 12), ("0o14", 12), ("0x3A", 58)] {
            assert_eq!(typed_text(text), Plain::Integer(integer), "{text}");
        }
        for (text, float) in [("0.", 0.0), ("-0.0", 0.0), (".5", 0.5), ("+12e03", 12000.0), ("-2E+05", -200_000.0)] {
            assert_eq!(typed_text(text), Plain::Float(float), "{text}");
        }
        assert_eq!(typed_text("-.Inf"), Plain::Float(f64::NEG_INFINITY));
        for text in ["-", "+", ".", "1.2.3", "0o8", "0x", "0b1", "1_000", "yes", "e3", "1e", "-0x1", "tRUE", "1 2"] {
            assert_eq!(typed_text(text), Plain::Text(text), "{text}");
        }
    }
}
