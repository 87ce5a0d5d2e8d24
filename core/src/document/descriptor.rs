//! A descriptor with everything known about it: the JSON document of its page in a site.

use serde::Serialize;
use serde_json::Value;

use crate::document::Named;
use crate::document::check::Diagnostic;
use crate::document::preview::deployment::Deployment;
use crate::document::preview::installation::Installation;
use crate::document::preview::placement::Placement;
use crate::document::preview::{Instance, Plan};

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Descriptor {
    #[serde(flatten)]
    pub entry: Entry,
    /// The descriptors that it refers to.
    pub uses: Vec<Use>,
    /// The descriptors that refer to it.
    pub used_by: Vec<Use>,
    /// The findings, without the related locations and edits of `check --format json`.
    pub findings: Vec<Diagnostic>,
    /// The members inherited from its types; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inherited: Option<Vec<Member>>,
    /// Its expansion with the defaults of its properties; absent if it cannot be expanded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expansion: Option<Excerpt>,
    /// The placement of a homing template on an inventory of the catalog, with the defaults of its parameters and the first
    /// candidates of each demand; absent without an inventory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placement: Option<Placement>,
    /// The resolved topology of a service template with the defaults of its inputs; absent without a topology.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deployment: Option<Deployment>,
    /// The deployment of an application with the default values; absent for other descriptors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub installation: Option<Installation>,
    /// The artifacts and scripts of a service template that are part of the site; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<File>,
    /// The text as JSON values. Of duplicate keys the first is used, and numbers that JSON would write differently are
    /// strings.
    pub descriptor: Value,
}

/// An entry in an index of descriptors. URLs are relative to the root of the site, and `null` if there is no such page.
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
    /// The source text.
    pub source: Option<String>,
    /// The diagram, as SVG, for light and for dark pages.
    pub drawing: Option<String>,
    pub dark_drawing: Option<String>,
    /// The page for frames in other pages.
    pub frame: Option<String>,
    pub json: Option<String>,
    pub markdown: Option<String>,
    /// The namespace of a TOSCA template.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// The metadata of a TOSCA template; absent if there is none.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub metadata: Named<String>,
    /// The team or person responsible, from the settings of the catalog or the metadata of a TOSCA template.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The e-mail or web address of the owner, as it is stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<String>,
    /// `experimental`, `production` or `deprecated`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lifecycle: Option<String>,
    /// The full name, or the path, of the descriptor to use instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub successor: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Links to pages outside of the catalog.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
    /// The time of the last change, in RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<String>,
}

/// A link to a page outside of the catalog.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Link {
    pub title: String,
    pub url: String,
}

/// A file of any kind that a service template names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct File {
    /// The path in the catalog.
    pub file: String,
    /// The size in bytes.
    pub size: u64,
    /// The URL of its content, relative to the root of the site.
    pub address: String,
    /// The paths of the artifacts and operations that name it.
    pub used_by: Vec<String>,
}

/// A location in one descriptor that refers to another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Use {
    /// The path of the location: its keys, each preceded by `/`.
    pub part: String,
    /// Whether the other descriptor is a `component`, a `reference`, which is not a part, or an `import`.
    pub relation: String,
    /// The name as written.
    pub name: String,
    /// The full name of the descriptor that contains the location.
    pub by: String,
    /// Whether the catalog contains a descriptor with this name.
    pub found: bool,
}

/// A member that a type inherits.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Member {
    /// The path of the type: its keys, each preceded by `/`.
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

/// The part of an expansion shown on the page of a descriptor.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Excerpt {
    pub intent: String,
    /// Required properties without a default.
    pub unset: Vec<String>,
    /// The number of instances of each kind, of relationships and of stages.
    pub counts: Named<usize>,
    /// Whether the expansion is shown in full.
    pub is_complete: bool,
    pub instances: Vec<Instance>,
    pub plan: Plan,
    /// The messages of errors.
    pub errors: Vec<String>,
    /// The command that prints the full expansion.
    pub command: String,
}
