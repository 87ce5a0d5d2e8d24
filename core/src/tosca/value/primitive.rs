//! The types that data types are built from (3.2).

use super::unit::Dimension;

/// A built-in type of values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Primitive {
    String,
    Integer,
    Float,
    Boolean,
    Timestamp,
    Null,
    Version,
    Range,
    ScalarUnit(Dimension),
    List,
    Map,
}

const NAMES: [(&str, Primitive); 14] = [
    ("string", Primitive::String),
    ("integer", Primitive::Integer),
    ("float", Primitive::Float),
    ("boolean", Primitive::Boolean),
    ("timestamp", Primitive::Timestamp),
    ("null", Primitive::Null),
    ("version", Primitive::Version),
    ("range", Primitive::Range),
    ("list", Primitive::List),
    ("map", Primitive::Map),
    ("scalar-unit.size", Primitive::ScalarUnit(Dimension::Size)),
    ("scalar-unit.time", Primitive::ScalarUnit(Dimension::Time)),
    ("scalar-unit.frequency", Primitive::ScalarUnit(Dimension::Frequency)),
    ("scalar-unit.bitrate", Primitive::ScalarUnit(Dimension::Bitrate)),
];

/// The names of YAML for types that TOSCA calls differently, with its names (T-3.2.1-02).
pub const YAML_NAMES: [(&str, &str); 3] = [("str", "string"), ("int", "integer"), ("bool", "boolean")];

/// The common ancestor of the types with units, which values cannot have.
pub const ABSTRACT: &str = "scalar-unit";

impl Primitive {
    /// The type with this name, with or without the prefix `tosca:`, or by its name in YAML.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.strip_prefix("tosca:").unwrap_or(name);
        let name = YAML_NAMES.iter().find(|(yaml, _)| *yaml == name).map_or(name, |(_, tosca)| tosca);
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, primitive)| *primitive)
    }

    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(_, primitive)| *primitive == self).map_or("", |(name, _)| name)
    }

    /// `an integer`
    pub fn described(self) -> &'static str {
        match self {
            Primitive::String => "a string",
            Primitive::Integer => "an integer",
            Primitive::Float => "a float",
            Primitive::Boolean => "a boolean",
            Primitive::Timestamp => "a timestamp",
            Primitive::Null => "null",
            Primitive::Version => "a version",
            Primitive::Range => "a range",
            Primitive::ScalarUnit(Dimension::Size) => "a size",
            Primitive::ScalarUnit(Dimension::Time) => "a time",
            Primitive::ScalarUnit(Dimension::Frequency) => "a frequency",
            Primitive::ScalarUnit(Dimension::Bitrate) => "a bit rate",
            Primitive::List => "a list",
            Primitive::Map => "a map",
        }
    }

    /// Whether values can be greater or less than others.
    pub fn is_comparable(self) -> bool {
        use Primitive::{Float, Integer, ScalarUnit, String, Timestamp, Version};
        matches!(self, Integer | Float | Timestamp | String | Version | ScalarUnit(_))
    }

    pub fn has_entries(self) -> bool {
        matches!(self, Primitive::List | Primitive::Map)
    }

    /// Whether a value of this type is also one of the other.
    pub fn fits(self, other: Primitive) -> bool {
        self == other || self == Primitive::Integer && other == Primitive::Float
    }
}
