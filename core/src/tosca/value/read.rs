//! Reading scalars and ranges by their declared type, from their raw text (D-02).

use smol_str::SmolStr;

use super::Value;
use super::decimal::Decimal;
use super::primitive::Primitive;
use super::timestamp::Timestamp;
use super::unit::{Dimension, UnitError};
use super::version::{Version, VersionError};
use crate::schema::form;
use crate::syntax::plain::{Plain, is_whole, typed};
use crate::syntax::{Node, Scalar, Style};
use crate::text::Span;

/// A value, with a remark on how it is written.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    pub value: Value,
    pub remark: Option<Remark>,
}

/// A value that is accepted although it should be written differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remark {
    /// A number, boolean or date without quotes, read as a string.
    Unquoted(&'static str),
    /// The usual spelling of a unit, and the location of the unit.
    UnitSpelling(&'static str, Span),
}

/// Why a node is not a value of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mismatch {
    /// It has another type. The noun describes the value, such as `a list`.
    OtherType,
    /// `yes` and `no`, which are strings in YAML 1.2, with the boolean that is meant.
    OldBoolean(bool),
    Version(VersionError),
    Unit(Dimension, UnitError),
    /// The number of bounds of a range.
    BoundCount(usize),
    /// A bound of a range that is not an integer: the lower, or else the upper one.
    Bound {
        is_lower: bool,
    },
    /// A range whose upper bound is less than the lower one.
    EmptyRange,
}

impl From<Value> for Reading {
    fn from(value: Value) -> Self {
        Reading { value, remark: None }
    }
}

/// Whether a scalar is text whatever it looks like: quoted, a block, or tagged as a string.
fn is_text(node: &Node, scalar: &Scalar) -> bool {
    let tag = node.properties.as_ref().and_then(|properties| properties.resolved_tag.as_deref());
    scalar.style != Style::Plain || matches!(tag, Some("tag:yaml.org,2002:str" | "!"))
}

/// Reads a value of a type without entries. Lists and maps are read by their schema instead.
pub fn read(node: &Node, of: Primitive) -> Result<Reading, Mismatch> {
    if of == Primitive::Range {
        return range(node).map(Reading::from);
    }
    if of == Primitive::Null {
        return if node.is_null() { Ok(Value::Null.into()) } else { Err(Mismatch::OtherType) };
    }
    let Some(scalar) = node.as_scalar() else { return Err(Mismatch::OtherType) };
    let text = scalar.value.as_str();
    let plain = if is_text(node, scalar) { Plain::Text(text) } else { typed(scalar) };
    let read = match (of, plain) {
        (Primitive::String, plain) => return Ok(string(node, scalar, plain)),
        (Primitive::Integer | Primitive::Float, Plain::Integer(integer)) => Value::Number(Decimal::whole(integer)),
        (Primitive::Integer | Primitive::Float, _) if !is_text(node, scalar) && is_whole(text) => number(text)?,
        (Primitive::Float, Plain::Float(float)) if float.is_nan() => Value::NotANumber,
        (Primitive::Float, Plain::Float(float)) if float.is_infinite() && text.contains("in") => {
            Value::Number(Decimal::infinite(float < 0.0))
        }
        (Primitive::Float, Plain::Float(float)) if text.contains("I") => Value::Number(Decimal::infinite(float < 0.0)),
        (Primitive::Float, Plain::Float(_)) => number(text)?,
        (Primitive::Boolean, Plain::Bool(flag)) => Value::Bool(flag),
        (Primitive::Boolean, Plain::Text(word)) => return Err(old_boolean(word)),
        (Primitive::Timestamp, _) => Value::Timestamp(Timestamp::parse(text.trim()).ok_or(Mismatch::OtherType)?),
        (Primitive::Version, _) => Value::Version(Version::parse(text).map_err(Mismatch::Version)?),
        (Primitive::ScalarUnit(dimension), _) => return quantity(node, text, dimension),
        _ => return Err(Mismatch::OtherType),
    };
    Ok(read.into())
}

fn number(text: &str) -> Result<Value, Mismatch> {
    Decimal::parse(text).map(Value::Number).ok_or(Mismatch::OtherType)
}

fn string(node: &Node, scalar: &Scalar, plain: Plain<'_>) -> Reading {
    let is_date = || !is_text(node, scalar) && Timestamp::parse(&scalar.value).is_some();
    let remark = match plain {
        Plain::Bool(_) => Some(Remark::Unquoted("boolean")),
        Plain::Integer(_) | Plain::Float(_) => Some(Remark::Unquoted("number")),
        Plain::Text(_) if is_date() => Some(Remark::Unquoted("date")),
        Plain::Text(_) | Plain::Null => None,
    };
    Reading { value: Value::Text(scalar.value.clone()), remark }
}

fn old_boolean(word: &str) -> Mismatch {
    match word.to_ascii_lowercase().as_str() {
        "yes" | "on" | "y" | "true" => Mismatch::OldBoolean(true),
        "no" | "off" | "n" | "false" => Mismatch::OldBoolean(false),
        _ => Mismatch::OtherType,
    }
}

fn quantity(node: &Node, text: &str, dimension: Dimension) -> Result<Reading, Mismatch> {
    let read = dimension.parse(text).map_err(|error| Mismatch::Unit(dimension, error))?;
    // Quotes shift the unit; a unit in a block scalar has no simple location.
    let start = node.span.start as usize + usize::from(node.span.len() == text.len() + 2);
    let unit = Span::new(start + read.unit_at, start + text.trim_end().len());
    let remark = read.spelling.map(|spelling| Remark::UnitSpelling(spelling, unit));
    Ok(Reading { value: Value::Quantity(dimension, read.amount), remark })
}

/// The keyword for a range without an upper bound.
pub const UNBOUNDED: &str = "UNBOUNDED";

fn range(node: &Node) -> Result<Value, Mismatch> {
    let Some(bounds) = node.as_sequence() else { return Err(Mismatch::OtherType) };
    let [lower, upper] = bounds.items.as_slice() else { return Err(Mismatch::BoundCount(bounds.items.len())) };
    let integer = |node: &Node| match read(node, Primitive::Integer) {
        Ok(Reading { value: Value::Number(number), .. }) => Some(number),
        _ => None,
    };
    let lower = integer(lower).ok_or(Mismatch::Bound { is_lower: true })?;
    if upper.as_text() == Some(UNBOUNDED) {
        return Ok(Value::Range(lower, None));
    }
    let upper = integer(upper).ok_or(Mismatch::Bound { is_lower: false })?;
    if upper < lower { Err(Mismatch::EmptyRange) } else { Ok(Value::Range(lower, Some(upper))) }
}

/// The value of a node without a declared type.
pub fn untyped(node: &Node) -> Value {
    if let Some(sequence) = node.as_sequence() {
        return Value::List(sequence.items.iter().map(untyped).collect());
    }
    if let Some(mapping) = node.as_mapping() {
        let entries = mapping.entries.iter();
        return Value::Map(entries.map(|entry| (key(&entry.key), untyped(&entry.value))).collect());
    }
    let of = natural(node);
    read(node, of).map_or(Value::Null, |read| read.value)
}

/// The type that YAML gives a value.
pub fn natural(node: &Node) -> Primitive {
    if node.as_sequence().is_some() {
        return Primitive::List;
    }
    if node.as_mapping().is_some() {
        return Primitive::Map;
    }
    let Some(scalar) = node.as_scalar() else { return Primitive::Null };
    if is_text(node, scalar) {
        return Primitive::String;
    }
    match typed(scalar) {
        Plain::Null => Primitive::Null,
        Plain::Bool(_) => Primitive::Boolean,
        Plain::Integer(_) => Primitive::Integer,
        Plain::Float(_) if is_whole(&scalar.value) => Primitive::Integer,
        Plain::Float(_) => Primitive::Float,
        Plain::Text(_) => Primitive::String,
    }
}

/// The key of an entry of a map, as text.
pub fn key(node: &Node) -> SmolStr {
    node.as_scalar().map(|scalar| scalar.value.clone()).unwrap_or_default()
}

/// A value as a message shows it: a short text in backticks, otherwise its form.
pub fn shown(node: &Node) -> String {
    /// Longer texts would hide the message.
    const MAX_SHOWN: usize = 60;
    match node.as_scalar().filter(|_| !node.is_null()) {
        Some(scalar) if scalar.value.len() <= MAX_SHOWN && !scalar.value.contains(['\n', '`']) => {
            let is_quoted = matches!(scalar.style, Style::SingleQuoted | Style::DoubleQuoted);
            if is_quoted { format!("`\"{}\"`", scalar.value) } else { format!("`{}`", scalar.value) }
        }
        _ => form(node).to_owned(),
    }
}
