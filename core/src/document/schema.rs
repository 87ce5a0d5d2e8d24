//! JSON schemas (draft 2020-12) of the documents and of the settings, derived from their types.

use std::sync::LazyLock;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

use crate::document::VERSION;
use crate::document::change::{Change, Edits};
use crate::document::check::Check;
use crate::document::convert::Conversion;
use crate::document::descriptor::Descriptor;
use crate::document::diff::Diff;
use crate::document::preview::{Candidates, Preview, Replacements};
use crate::document::rules::Rules;
use crate::document::scene::Scene;
use crate::rules::catalog_settings::CatalogSettings;

/// A schema by its name.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    pub name: &'static str,
    /// The document that the schema describes.
    pub of: &'static str,
    make: fn() -> Schema,
}

const SETTINGS: Named =
    Named { name: "settings", of: "the settings of a catalog, `descriptorium.yaml`", make: settings };

/// All schemas.
pub const ALL: &[Named] = &[
    SETTINGS,
    Named { name: "check", of: "the output of `check --format json`", make: of::<Check> },
    Named { name: "change", of: "the output of `check --fix --dry-run --format json`", make: of::<Change> },
    Named { name: "expand", of: "the output of `expand`, as JSON and as YAML", make: of::<Preview> },
    Named { name: "candidates", of: "the output of `expand --why NODE.REQUIREMENT`", make: of::<Candidates> },
    Named { name: "replacements", of: "the output of `expand --why NODE`", make: of::<Replacements> },
    Named { name: "diff", of: "the output of `diff --format json`", make: of::<Diff> },
    Named { name: "convert", of: "the output of `convert --format json`", make: of::<Conversion> },
    Named { name: "rules", of: "the output of `rules --format json`", make: of::<Rules> },
    Named { name: "edits", of: "a change that is not applied, in the package `@descriptorium/core`", make: edits },
    Named { name: "scene", of: "a diagram as data, in the package `@descriptorium/core`", make: of::<Scene> },
    Named {
        name: "protocol",
        of: "the messages between the modeller in a frame and the page around it",
        make: protocol,
    },
    Named { name: "descriptor", of: "the JSON document of a descriptor in a site", make: of::<Descriptor> },
];

impl Named {
    /// The schema with this name.
    pub fn find(name: &str) -> Option<Self> {
        ALL.iter().find(|schema| schema.name == name).copied()
    }

    pub fn value(self) -> Value {
        let mut schema = (self.make)();
        schema.insert("title".to_owned(), format!("Descriptorium: {}", self.name).into());
        schema.to_value()
    }

    /// The schema as text, indented.
    pub fn text(self) -> String {
        format!("{:#}\n", self.value())
    }
}

/// The schema of a document with content of this type.
fn of<T: JsonSchema>() -> Schema {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<T>();
    let version = json!({ "description": "The major version of the shape of all documents.", "const": VERSION });
    let object = schema.ensure_object();
    object.entry("type").or_insert_with(|| "object".into());
    if let Some(properties) = object.entry("properties").or_insert_with(|| json!({})).as_object_mut() {
        properties.insert("descriptorium".to_owned(), version);
    }
    if let Some(required) = object.entry("required").or_insert_with(|| json!([])).as_array_mut() {
        required.insert(0, "descriptorium".into());
    }
    schema
}

/// Not a document of its own.
fn edits() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<Edits>()
}

/// Written by hand: it describes a conversation, not a document.
fn protocol() -> Schema {
    let schema = serde_json::from_str::<Value>(include_str!("protocol.schema.json")).unwrap_or_default();
    Schema::try_from(schema).unwrap_or_default()
}

fn settings() -> Schema {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let mut schema = generator.into_root_schema_for::<CatalogSettings>();
    // An empty file is `null` and has no settings.
    schema.insert("type".to_owned(), json!(["object", "null"]));
    without_empty_defaults(&mut schema);
    schema
}

/// Removes defaults that are `null` or an object, since editors would insert them.
fn without_empty_defaults(schema: &mut Schema) {
    if schema.get("default").is_some_and(|value| value.is_null() || value.is_object()) {
        schema.remove("default");
    }
    schemars::transform::transform_subschemas(&mut without_empty_defaults, schema);
}

/// The schema of the settings as text.
pub fn settings_text() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| SETTINGS.text());
    &TEXT
}
