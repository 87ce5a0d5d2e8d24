//! A descriptor with all that is known about it, as a site has it beside its page.

use serde::Serialize;
use serde_json::Value;

use crate::document::Named;
use crate::document::check::Diagnostic;
use crate::document::preview::{Instance, Plan};

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Descriptor {
    #[serde(flatten)]
    pub entry: Entry,
    /// The descriptors that it names.
    pub uses: Vec<Use>,
    /// The descriptors that name it.
    pub used_by: Vec<Use>,
    /// Without related places and edits, which `check --format json` has.
    pub findings: Vec<Diagnostic>,
    /// What its types inherit; absent if they inherit nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inherited: Option<Vec<Member>>,
    /// What it expands to with the defaults of its properties; absent if it does not expand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expansion: Option<Excerpt>,
    /// The text as values; of equal keys the first counts, and numbers that JSON writes otherwise are texts.
    pub descriptor: Value,
}

/// A line of an index of descriptors. Addresses are from the root of the site, and `null` if it has no such page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// The full name; for a descriptor without one, the path of its file.
    pub name: String,
    pub title: String,
    /// `assembly descriptor`, `TOSCA service template`.
    pub kind: String,
    pub version: Option<String>,
    /// The first sentence of the description.
    pub summary: String,
    pub file: String,
    pub page: Option<String>,
    pub source_page: Option<String>,
    /// The text itself.
    pub source: Option<String>,
    /// The diagram, as SVG.
    pub drawing: Option<String>,
    pub json: Option<String>,
    pub markdown: Option<String>,
    /// The namespace that a TOSCA template states.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// The metadata that a TOSCA template states; absent if there is none.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub metadata: Named<String>,
}

/// A place in one descriptor that names another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Use {
    /// The keys that lead to the place, each behind a `/`.
    pub part: String,
    /// The name as it is written.
    pub name: String,
    /// The full name of the descriptor that has the place.
    pub by: String,
    /// Whether the catalog has a descriptor of this name.
    pub found: bool,
}

/// A member that a type inherits.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Member {
    /// The keys that lead to the type, each behind a `/`.
    pub of: String,
    /// `property`, `capability`.
    pub kind: String,
    pub name: String,
    #[serde(rename = "type")]
    pub type_name: String,
    /// The type that defines it.
    pub from: String,
    /// The file of that type.
    pub file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
}

/// The beginning of an expansion, as far as the page of a descriptor shows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Excerpt {
    pub intent: String,
    /// The properties that need a value and have no default.
    pub unset: Vec<String>,
    /// The number of instances by kind, of relationships and of stages.
    pub counts: Named<usize>,
    /// Whether nothing is left out.
    pub is_complete: bool,
    pub instances: Vec<Instance>,
    pub plan: Plan,
    /// The messages of errors.
    pub errors: Vec<String>,
    /// The command that prints all of it.
    pub command: String,
}
