//! Previews, as `expand` prints them: a common frame, with the part that is specific to the language inside.

mod expansion;
mod plan;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::analysis::Analysis;
use crate::assembly::expansion::{self as assembly, Direction, Inputs, Intent};
use crate::document::Named;
use crate::document::check::{Diagnostic, RuleLink};
use crate::document::finding::Finding;
use crate::document::value::of_yaml;
use crate::preview::plan::State;
use crate::preview::{self, InputField, Origin};
use crate::text::FilePath;

pub use expansion::{Difference, Expansion, Group, Instance, Relationship};
pub use plan::{Action, Cause, Plan, Reason, Step, Waiting};

/// The preview of a descriptor for an intent.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Preview {
    pub descriptor: Subject,
    /// The requested intent: `install`.
    pub intent: String,
    /// The parameters of the intent, such as a `cluster` and its `nodes`.
    pub parameters: Named<Value>,
    /// The values that the preview starts from: the inputs of the descriptor in its order, then values for inputs that it
    /// does not have.
    pub inputs: Vec<Input>,
    #[serde(flatten)]
    pub kind: Kind,
    pub plan: Plan,
    pub diagnostics: Vec<Diagnostic>,
}

/// The kind of preview that the language of the descriptor has.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "preview", rename_all = "kebab-case")]
pub enum Kind {
    /// The instances and relationships of an assembly or a resource.
    Expansion(Expansion),
}

/// The descriptor that is previewed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Subject {
    /// The full name; for a descriptor without one, the path of its file.
    pub name: String,
    pub file: String,
    /// `assembly descriptor`, `TOSCA service template`.
    pub kind: String,
}

/// An input of the descriptor, or a value for one that it does not have.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Input {
    pub name: String,
    /// Absent if the descriptor does not have the input.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub type_name: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    pub required: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
    /// The given value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Property {
    #[serde(flatten)]
    pub known: Known,
    pub origin: Origin,
    /// The default that holds until the running instance reports a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until_reported: Option<Known>,
    /// In an excerpt, the source of a mapped value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Mapping>,
}

/// The references that a value is computed from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mapping {
    /// The full name of the descriptor that maps the value.
    pub descriptor: String,
    pub references: Vec<String>,
}

/// A value as far as it can be known.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Known {
    Value(Value),
    /// A text with symbols for values that only a running system knows: `[<runtime asm__a__1.ip>, <runtime asm__a__2.ip>]`.
    Symbol(String),
    /// In an excerpt, the first characters of a value that is too long for it.
    Beginning(String),
}

impl Preview {
    /// The preview of the descriptor at `path` as its expansion. `shown` gives the displayed name of a file, and `rule` the
    /// link for the rule of a code.
    pub fn of_expansion(
        (analysis, path): (&Analysis, &FilePath),
        (inputs, intent): (&Inputs, &Intent),
        expansion: &assembly::Expansion,
        shown: &dyn Fn(&FilePath) -> String,
        rule: &dyn Fn(&str) -> Option<RuleLink>,
    ) -> Self {
        let (intent, parameters) = question(inputs, intent, shown);
        let diagnostics = expansion.diagnostics.iter().map(|found| Finding::of_diagnostic(found, analysis, shown));
        Preview {
            descriptor: Subject::new(analysis, path, shown),
            intent,
            parameters,
            inputs: Input::all(analysis.input_fields(path), &inputs.properties),
            kind: Kind::Expansion(Expansion::new(expansion)),
            plan: Plan::new(&expansion.plan),
            diagnostics: diagnostics.map(|finding| Diagnostic::new(&finding, rule)).collect(),
        }
    }
}

impl Subject {
    fn new(analysis: &Analysis, path: &FilePath, shown: &dyn Fn(&FilePath) -> String) -> Self {
        let file = analysis.file(path);
        let name = file.and_then(|file| file.defines()).map_or_else(|| shown(path), ToString::to_string);
        let language = file.and_then(|file| file.language);
        Subject { name, file: shown(path), kind: language.map_or("", |language| language.label()).to_owned() }
    }
}

impl Input {
    /// The inputs of a descriptor with their given values, then values given for inputs that it does not have.
    fn all(fields: Vec<InputField>, given: &BTreeMap<String, serde_yaml::Value>) -> Vec<Self> {
        let is_other = |name: &String| fields.iter().all(|field| field.name != *name);
        let others = given.iter().filter(|(name, _)| is_other(name)).map(|(name, value)| Input {
            name: name.clone(),
            type_name: None,
            description: String::new(),
            required: false,
            default: None,
            value: Some(of_yaml(value)),
        });
        let others: Vec<Input> = others.collect();
        let own = fields.into_iter().map(|field| Input {
            value: given.get(field.name.as_str()).map(of_yaml),
            name: field.name.to_string(),
            type_name: Some(field.type_name.to_string()),
            description: field.description,
            required: field.required,
            default: field.default.as_ref().map(of_yaml),
        });
        own.chain(others).collect()
    }
}

/// The name of an intent, and its parameters.
fn question(inputs: &Inputs, intent: &Intent, shown: &dyn Fn(&FilePath) -> String) -> (String, Named<Value>) {
    let (name, own) = match intent {
        Intent::Install => ("install", Vec::new()),
        Intent::Uninstall => ("uninstall", Vec::new()),
        Intent::ChangeState { from } => ("change-state", vec![("fromState", Value::from(from.name()))]),
        Intent::Heal { component } => ("heal", vec![("component", component.as_str().into())]),
        Intent::Scale { direction, cluster, nodes } => {
            let name = match direction {
                Direction::Out => "scale-out",
                Direction::In => "scale-in",
            };
            let nodes = nodes.map(|nodes| ("nodes", nodes.into()));
            (name, [("cluster", cluster.as_str().into())].into_iter().chain(nodes).collect())
        }
        Intent::Upgrade { from, properties } => {
            let before = properties.iter().map(|properties| {
                let values = properties.iter().map(|(name, value)| (name.clone(), of_yaml(value)));
                ("fromInputs", Value::Object(values.collect()))
            });
            ("upgrade", [("from", shown(from).into())].into_iter().chain(before).collect())
        }
    };
    let common = [
        ("assemblyName", inputs.assembly_name.as_deref()),
        ("descriptorName", inputs.descriptor_name.as_deref()),
        ("intendedState", inputs.intended_state.as_deref()),
        ("outputsFrom", inputs.outputs_from.map(State::name)),
    ];
    let common = common.into_iter().filter_map(|(key, value)| Some((key, Value::from(value?))));
    (name.to_owned(), own.into_iter().chain(common).map(|(key, value)| (key.to_owned(), value)).collect())
}

impl Property {
    pub fn new(property: &assembly::InstanceProperty) -> Self {
        Property {
            known: Known::new(&property.value),
            origin: property.origin,
            until_reported: property.until_reported.as_ref().map(Known::new),
            from: None,
        }
    }
}

impl Known {
    pub fn new(known: &preview::Known) -> Self {
        match known {
            preview::Known::Value(value) => Known::Value(of_yaml(value)),
            unknown => Known::Symbol(unknown.to_string()),
        }
    }
}
