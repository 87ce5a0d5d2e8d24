//! A converted descriptor, as `convert --format json` prints it.

use serde::Serialize;

/// A descriptor in another form or version.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Conversion {
    /// The source.
    pub file: String,
    /// The form or version of the text.
    pub to: String,
    pub text: String,
    /// The constructs that the form or version cannot express, in text order.
    pub not_converted: Vec<NotConverted>,
}

/// A construct without an equivalent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NotConverted {
    pub message: String,
    /// Its line in the source, starting at 1; `null` if it is not known.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub line: Option<usize>,
}
