//! Values as TOSCA reads them (3.2): from the text of a scalar, by the declared type. `6.10` is a version other than
//! `6.1`, and sizes are compared in exact arithmetic.

pub mod constraint;
pub mod decimal;
pub mod primitive;
pub mod read;
pub mod timestamp;
pub mod unit;
pub mod version;

use std::cmp::Ordering;

use smol_str::SmolStr;

use decimal::Decimal;
use timestamp::Timestamp;
use unit::Dimension;
use version::Version;

/// A typed value.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Null,
    Bool(bool),
    Text(SmolStr),
    /// An integer or a float.
    Number(Decimal),
    /// The float `.nan`, which equals nothing.
    NotANumber,
    Timestamp(Timestamp),
    Version(Version),
    /// The bounds of a range; without an upper one it is unbounded.
    Range(Decimal, Option<Decimal>),
    /// A scalar with a unit, in the smallest unit of its dimension.
    Quantity(Dimension, Decimal),
    List(Vec<Value>),
    Map(Vec<(SmolStr, Value)>),
}

impl Value {
    /// The order of two values of the same type; `None` if they have none, such as versions with different qualifiers.
    pub fn order(&self, other: &Value) -> Option<Ordering> {
        match (self, other) {
            (Value::Text(one), Value::Text(other)) => Some(one.cmp(other)),
            (Value::Number(one), Value::Number(other)) => Some(one.cmp(other)),
            (Value::Timestamp(one), Value::Timestamp(other)) => Some(one.cmp(other)),
            (Value::Version(one), Value::Version(other)) => one.order(other),
            (Value::Quantity(of, one), Value::Quantity(dimension, other)) if of == dimension => Some(one.cmp(other)),
            _ => None,
        }
    }

    /// Whether both are the same value. Maps are equal whatever the order of their entries.
    pub fn equals(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Version(one), Value::Version(other)) => one.order(other) == Some(Ordering::Equal),
            (Value::List(one), Value::List(other)) => {
                one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.equals(other))
            }
            (Value::Map(one), Value::Map(other)) => {
                let value = |key: &SmolStr| other.iter().find(|(name, _)| name == key).map(|(_, value)| value);
                one.len() == other.len()
                    && one.iter().all(|(key, own)| value(key).is_some_and(|value| own.equals(value)))
            }
            (Value::NotANumber, _) => false,
            (one, other) => one == other,
        }
    }

    /// The number of characters of a string (D-26), or of entries of a list or map.
    pub fn length(&self) -> Option<usize> {
        match self {
            Value::Text(text) => Some(text.chars().count()),
            Value::List(items) => Some(items.len()),
            Value::Map(entries) => Some(entries.len()),
            _ => None,
        }
    }
}
