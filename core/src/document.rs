//! The machine-readable documents: one JSON shape for all languages. The program prints them, and a WebAssembly package
//! can return them.
//!
//! Conventions:
//! - Keys are camel case (`endLine`), enumerated words are kebab case (`own-state`).
//! - Lines and columns start at 1. Columns count characters (Unicode scalar values), and the end of a range is exclusive.
//! - Every document has `"descriptorium": 1` at its root. Within this major version, keys and words may be added; no key is
//!   removed, renamed or given another meaning.

pub mod change;
pub mod check;
pub mod codes;
pub mod comparison;
pub mod convert;
pub mod descriptor;
pub mod diff;
pub mod finding;
pub mod links;
pub mod preview;
pub mod rules;
pub mod scene;
#[cfg(feature = "schema")]
pub mod schema;
pub mod value;

use serde::Serialize;
use serde::ser::SerializeMap;

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator};

/// The major version of all documents.
pub const VERSION: u32 = 1;

/// A document: its content and the version of its shape.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Document<T> {
    descriptorium: u32,
    #[serde(flatten)]
    pub content: T,
}

impl<T> Document<T> {
    pub fn new(content: T) -> Self {
        Document { descriptorium: VERSION, content }
    }
}

/// A mapping that keeps the order of its entries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named<T>(pub Vec<(String, T)>);

impl<T> Default for Named<T> {
    fn default() -> Self {
        Named(Vec::new())
    }
}

impl<T> Named<T> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T> FromIterator<(String, T)> for Named<T> {
    fn from_iter<I: IntoIterator<Item = (String, T)>>(entries: I) -> Self {
        Named(entries.into_iter().collect())
    }
}

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

#[cfg(feature = "schema")]
impl<T: JsonSchema> JsonSchema for Named<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("Named{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <std::collections::BTreeMap<String, T>>::json_schema(generator)
    }
}
