//! Previews in a form shared by all languages: the question; inputs and values as far as they are known, with their
//! origins; items and links; a plan in stages, with the reasons for their order; and time slicing of the computation.
//! Each language implements it in its own folder. Values known only at run time are symbols, never made up.

pub mod frame;
pub mod plan;
pub mod progress;
pub mod question;
pub mod states;

use std::fmt;

use serde::Serialize;
use serde_yaml::Value;
use smol_str::SmolStr;

/// An input of a descriptor: a row of the inputs form.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct InputField {
    pub name: SmolStr,
    pub type_name: SmolStr,
    pub description: String,
    pub required: bool,
    pub default: Option<Value>,
    /// The only scalars that are allowed; empty if they are not listed.
    pub choices: Vec<Value>,
    /// Whether its values are not shown.
    pub is_secret: bool,
}

/// A value, as far as it is known.
#[derive(Clone, PartialEq, Debug)]
pub enum PartialValue {
    Value(Value),
    /// Known only at run time: `<runtime asm__gw.address>`, `<id of asm__gw>`, `<lookup asm~net.id>`, `<unset>`,
    /// `<unknown asm__gw.x>`, `<error ...>`; or not to be shown: `<secret>`.
    Symbol(String),
    /// A collection that contains symbols.
    List(Vec<PartialValue>),
    Map(Vec<(String, PartialValue)>),
    /// A text that contains symbols: `<template ${runtime asm__gw.address}:80>`.
    Template(String),
}

/// The origin of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// Given with the intent.
    Intent,
    Default,
    /// Fixed by the descriptor of the instance.
    Static,
    /// A literal set by the enclosing descriptor.
    Set,
    /// Read from other properties.
    Mapped,
    /// Reported by the running instance.
    Runtime,
    Unset,
}

/// A value of an item, with its origin.
#[derive(Clone, PartialEq, Debug)]
pub struct ItemProperty {
    pub name: SmolStr,
    pub value: PartialValue,
    pub origin: Origin,
    /// The default that applies until the running instance reports a value.
    pub until_reported: Option<PartialValue>,
}

/// A call of an operation of an item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Call {
    On {
        operation: String,
        /// The name of the instance; of a reference `~name`.
        instance: String,
    },
    /// One of several lists of calls, chosen at run time.
    OneOf(Vec<Vec<Call>>),
}

impl PartialValue {
    /// Whether some of it is known only at run time.
    pub fn is_symbolic(&self) -> bool {
        match self {
            PartialValue::Value(_) => false,
            PartialValue::Symbol(_) | PartialValue::Template(_) => true,
            PartialValue::List(items) => items.iter().any(PartialValue::is_symbolic),
            PartialValue::Map(entries) => entries.iter().any(|(_, value)| value.is_symbolic()),
        }
    }
}

/// Strings in quotes, symbols in angle brackets.
impl fmt::Display for PartialValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartialValue::Value(value) => write_value(value, formatter),
            PartialValue::Symbol(text) | PartialValue::Template(text) => formatter.write_str(text),
            PartialValue::List(items) => {
                formatter.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    write!(formatter, "{}{item}", separator(index))?;
                }
                formatter.write_str("]")
            }
            PartialValue::Map(entries) => {
                formatter.write_str("{")?;
                for (index, (key, value)) in entries.iter().enumerate() {
                    write!(formatter, "{}{key}: {value}", separator(index))?;
                }
                formatter.write_str("}")
            }
        }
    }
}

fn separator(index: usize) -> &'static str {
    if index == 0 { "" } else { ", " }
}

fn write_value(value: &Value, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    match value {
        Value::Null => formatter.write_str("null"),
        Value::Bool(flag) => write!(formatter, "{flag}"),
        Value::Number(number) => write!(formatter, "{number}"),
        Value::String(text) => write!(formatter, "\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
        Value::Sequence(items) => {
            formatter.write_str("[")?;
            for (index, item) in items.iter().enumerate() {
                formatter.write_str(separator(index))?;
                write_value(item, formatter)?;
            }
            formatter.write_str("]")
        }
        Value::Mapping(entries) => {
            formatter.write_str("{")?;
            for (index, (key, value)) in entries.iter().enumerate() {
                formatter.write_str(separator(index))?;
                match key {
                    Value::String(key) => write!(formatter, "{key}: ")?,
                    key => {
                        write_value(key, formatter)?;
                        formatter.write_str(": ")?;
                    }
                }
                write_value(value, formatter)?;
            }
            formatter.write_str("}")
        }
        Value::Tagged(tagged) => write_value(&tagged.value, formatter),
    }
}

/// `MountStorage @ asm__storage`; alternatives as `one of (a @ x | a @ y)`.
impl fmt::Display for Call {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Call::On { operation, instance } => write!(formatter, "{operation} @ {instance}"),
            Call::OneOf(alternatives) => {
                formatter.write_str("one of (")?;
                for (index, calls) in alternatives.iter().enumerate() {
                    formatter.write_str(if index == 0 { "" } else { " | " })?;
                    for (index, call) in calls.iter().enumerate() {
                        write!(formatter, "{}{call}", if index == 0 { "" } else { "; " })?;
                    }
                }
                formatter.write_str(")")
            }
        }
    }
}

impl Origin {
    pub fn name(self) -> &'static str {
        match self {
            Origin::Intent => "intent",
            Origin::Default => "default",
            Origin::Static => "static",
            Origin::Set => "set",
            Origin::Mapped => "mapped",
            Origin::Runtime => "runtime",
            Origin::Unset => "unset",
        }
    }
}
