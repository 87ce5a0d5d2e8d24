//! Values as text, in a given style.

use serde_yaml::value::TaggedValue;
use serde_yaml::{Mapping, Value};

use crate::syntax::plain::{self, Plain};
use crate::syntax::{Scalar, Style};

use super::style::{Quotes, TextStyle};

/// A value as it stands behind `key:` or `-`.
pub(super) struct Printed {
    /// What stands in the line of the key or the dash; empty if all is below.
    pub(super) head: String,
    /// The lines below, indented, without line breaks.
    pub(super) body: Vec<String>,
}

impl Printed {
    fn head(head: String) -> Self {
        Printed { head, body: Vec::new() }
    }
}

/// `value` behind a key at `column`.
pub(super) fn behind_key(text_style: TextStyle, value: &Value, column: usize) -> Printed {
    match value {
        Value::Mapping(mapping) if !mapping.is_empty() => {
            let inner = column + text_style.step;
            let body = mapping.iter().flat_map(|(key, value)| entry(text_style, key, value, inner)).collect();
            Printed { head: String::new(), body }
        }
        Value::Sequence(items) if !items.is_empty() => {
            let inner = column + text_style.offset;
            Printed {
                head: String::new(),
                body: items.iter().flat_map(|value| item(text_style, value, inner)).collect(),
            }
        }
        Value::Tagged(tagged) => {
            let inner = behind_key(text_style, &tagged.value, column);
            Printed { head: with_tag(tagged, &inner.head), body: inner.body }
        }
        scalar => scalar_lines(text_style, scalar, column + text_style.step),
    }
}

/// The lines of an entry at `column`.
pub(super) fn entry(text_style: TextStyle, key: &Value, value: &Value, column: usize) -> Vec<String> {
    let printed = behind_key(text_style, value, column);
    let key = flow_key(text_style, key);
    let first = format!("{}{key}:{}", " ".repeat(column), spaced(&printed.head));
    std::iter::once(first).chain(printed.body).collect()
}

/// `value` behind a dash at `column`. A collection begins in the line of the dash.
pub(super) fn behind_dash(text_style: TextStyle, value: &Value, column: usize) -> Printed {
    let inner = column + text_style.dash;
    let body: Vec<String> = match value {
        Value::Mapping(mapping) if !mapping.is_empty() => {
            mapping.iter().flat_map(|(key, value)| entry(text_style, key, value, inner)).collect()
        }
        Value::Sequence(items) if !items.is_empty() => {
            items.iter().flat_map(|value| item(text_style, value, inner)).collect()
        }
        Value::Tagged(tagged) => {
            let below = TextStyle { step: text_style.dash, offset: text_style.dash, ..text_style };
            let inner = behind_key(below, &tagged.value, column);
            return Printed { head: with_tag(tagged, &inner.head), body: inner.body };
        }
        scalar => return scalar_lines(text_style, scalar, inner),
    };
    let mut body = body.into_iter();
    let head = body.next().unwrap_or_default();
    Printed { head: head.trim_start_matches(' ').to_owned(), body: body.collect() }
}

/// The lines of an item whose dash stands at `column`.
pub(super) fn item(text_style: TextStyle, value: &Value, column: usize) -> Vec<String> {
    let printed = behind_dash(text_style, value, column);
    let gap = " ".repeat(if printed.head.is_empty() { 0 } else { text_style.dash.saturating_sub(1).max(1) });
    let first = format!("{}-{gap}{}", " ".repeat(column), printed.head);
    std::iter::once(first).chain(printed.body).collect()
}

/// A scalar or an empty collection, the lines of a block scalar at `column`.
fn scalar_lines(text_style: TextStyle, value: &Value, column: usize) -> Printed {
    match value {
        Value::String(text) if text.contains('\n') && may_be_literal(text) => literal(text, column),
        value => Printed::head(inline(text_style, value, false)),
    }
}

fn literal(text: &str, column: usize) -> Printed {
    let (head, content) = text.strip_suffix('\n').map_or(("|-", text), |content| ("|", content));
    let indent = " ".repeat(column);
    let line = |line: &str| if line.is_empty() { String::new() } else { format!("{indent}{line}") };
    Printed { head: head.to_owned(), body: content.split('\n').map(line).collect() }
}

/// Whether a literal block scalar shows `text` as it is, without an indicator of its indentation.
fn may_be_literal(text: &str) -> bool {
    let content = text.strip_suffix('\n').unwrap_or(text);
    let printable = |character: char| character == '\n' || character == '\t' || !character.is_control();
    let sound = |line: &str| line.is_empty() || !line.trim_matches([' ', '\t']).is_empty();
    !content.is_empty()
        && !content.starts_with([' ', '\t', '\n'])
        && !content.ends_with('\n')
        && text.chars().all(|character| printable(character) && !is_break_elsewhere(character))
        && content.split('\n').all(sound)
}

/// Line breaks of YAML 1.1 that are none in 1.2, and the byte order mark.
fn is_break_elsewhere(character: char) -> bool {
    matches!(character, '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// `value` in one line, in flow style where it is a collection.
pub(super) fn flow(text_style: TextStyle, value: &Value) -> String {
    inline(text_style, value, true)
}

/// An entry of a flow mapping.
pub(super) fn flow_entry(text_style: TextStyle, key: &Value, value: &Value) -> String {
    format!("{}: {}", flow_key(text_style, key), flow(text_style, value))
}

fn inline(text_style: TextStyle, value: &Value, in_flow: bool) -> String {
    match value {
        Value::String(text) => string(text_style, text, text_style.quotes(text), in_flow),
        Value::Mapping(mapping) => flow_mapping(text_style, mapping),
        Value::Sequence(items) => {
            let items: Vec<String> = items.iter().map(|item| flow(text_style, item)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Tagged(tagged) => with_tag(tagged, &inline(text_style, &tagged.value, in_flow)),
        Value::Null | Value::Bool(_) | Value::Number(_) => written(value),
    }
}

fn flow_mapping(text_style: TextStyle, mapping: &Mapping) -> String {
    let entries: Vec<String> = mapping.iter().map(|(key, value)| flow_entry(text_style, key, value)).collect();
    format!("{{{}}}", entries.join(", "))
}

fn flow_key(text_style: TextStyle, key: &Value) -> String {
    match key {
        Value::String(text) => key_text(text_style, text),
        other => inline(text_style, other, true),
    }
}

/// A key of a mapping in block or flow style.
pub(super) fn key_text(text_style: TextStyle, text: &str) -> String {
    string(text_style, text, text_style.keys, true)
}

fn with_tag(tagged: &TaggedValue, head: &str) -> String {
    format!("{}{}", tagged.tag, spaced(head))
}

/// `head` behind what it belongs to.
pub(super) fn spaced(head: &str) -> String {
    if head.is_empty() { String::new() } else { format!(" {head}") }
}

/// A string in one line, in the wanted quotes if it can be written in them.
pub(super) fn string(text_style: TextStyle, text: &str, wanted: Quotes, in_flow: bool) -> String {
    let plain = may_be_plain(text) && !(in_flow && text.contains([',', '[', ']', '{', '}']));
    let quotes = match wanted {
        Quotes::Plain if plain => return text.to_owned(),
        Quotes::Plain => text_style.needed,
        Quotes::Single | Quotes::Double => wanted,
    };
    let bare = |character: char| !character.is_control() && !is_break_elsewhere(character);
    if quotes == Quotes::Single && text.chars().all(bare) {
        return format!("'{}'", text.replace('\'', "''"));
    }
    double_quoted(text)
}

/// A string in one line, whatever it holds.
pub(super) fn double_quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            other if other.is_control() || is_break_elsewhere(other) => {
                quoted.push_str(&format!("\\u{:04x}", u32::from(other)));
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

/// Whether `text` can be written without quotes in block context and is read as that string everywhere, by YAML 1.1
/// too.
pub(super) fn may_be_plain(text: &str) -> bool {
    let scalar = Scalar { value: text.into(), style: Style::Plain };
    let switch = ["yes", "no", "on", "off"].iter().any(|word| text.eq_ignore_ascii_case(word));
    let sexagesimal = text.contains(':') && text.bytes().all(|byte| byte.is_ascii_digit() || b":.-+".contains(&byte));
    let printed = matches!(plain::typed(&scalar), Plain::Text(_))
        && !switch
        && !sexagesimal
        && !text.chars().any(|character| character.is_control() || is_break_elsewhere(character));
    printed && (is_simple(text) || written(&Value::String(text.to_owned())) == text)
}

/// Whether `text` is so simple that nobody need be asked how to write it.
fn is_simple(text: &str) -> bool {
    let inner = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/');
    text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.bytes().all(inner)
}

/// A scalar as the writer of values prints it.
fn written(value: &Value) -> String {
    serde_yaml::to_string(value).map(|text| text.trim_end_matches('\n').to_owned()).unwrap_or_default()
}
