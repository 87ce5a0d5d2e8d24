//! Previews, as `expand` prints them: a common frame with a part specific to the language.

pub mod deployment;
mod expansion;
pub mod installation;
pub mod placement;
mod plan;

use serde::Serialize;
use serde_json::Value;

use crate::analysis::Analysis;
use crate::document::Named;
use crate::document::check::{Diagnostic, RuleLink};
use crate::document::comparison::{Changed, changes};
use crate::document::finding::Finding;
use crate::document::value::{SECRET, of_yaml};
use crate::preview::question::{Field, Form, Parameter, Question, Values};
use crate::preview::{self, InputField, Origin};
use crate::semantics::Outcome;
use crate::text::FilePath;

pub use deployment::{
    Activity, Candidate, Candidates, Capability, Dangling, Deployment, Node, Replacement, Replacements,
};
pub use expansion::{Difference, Expansion, Group, Instance, Relationship};
pub use installation::Installation;
pub use placement::Placement;
pub use plan::{Action, Cause, Plan, Reason, Step, Waiting};

/// The preview of a descriptor for an intent.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Preview {
    pub descriptor: Subject,
    /// The requested intent: `install`.
    pub intent: String,
    /// The parameters of the intent, such as `cluster` and `nodes`.
    pub parameters: Named<Value>,
    /// The inputs of the preview: those of the descriptor in its order, then values for unknown inputs.
    pub inputs: Vec<Input>,
    #[serde(flatten)]
    pub kind: Kind,
    pub plan: Plan,
    pub diagnostics: Vec<Diagnostic>,
    /// With another preview to compare with: the values that differ from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Vec<Changed>>,
}

/// The kind of preview, which depends on the language of the descriptor.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "preview", rename_all = "kebab-case")]
pub enum Kind {
    /// The instances and relationships of an assembly or a resource.
    Expansion(Expansion),
    /// The nodes and relationships of a TOSCA service template.
    Deployment(Deployment),
    /// The placement of a homing template.
    Placement(Box<Placement>),
    /// The installation of an application service descriptor.
    Installation(Box<Installation>),
}

/// The previewed descriptor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Subject {
    /// The full name; for a descriptor without one, the path of its file.
    pub name: String,
    pub file: String,
    /// `assembly descriptor`, `TOSCA service template`.
    pub kind: String,
}

/// An input of the descriptor, or a value for an unknown input.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Input {
    pub name: String,
    /// Absent for an unknown input.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub type_name: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    pub required: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
    /// The only values that are allowed, if they are listed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Value>,
    /// The given value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Property {
    #[serde(flatten)]
    pub known: PartialValue,
    pub origin: Origin,
    /// The default that applies until the running instance reports a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until_reported: Option<PartialValue>,
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

/// A value, as far as it is known.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum PartialValue {
    Value(Value),
    /// A symbol for a value known only at run time, `<runtime asm__gw.ip>`, or a text with such symbols.
    Symbol(String),
    /// A list with symbols in it.
    List(Vec<PartialValue>),
    /// A mapping with symbols in it.
    Map(Named<PartialValue>),
    /// In an excerpt, the first characters of a long value.
    Beginning(String),
}

impl Preview {
    /// The preview of the descriptor at `path`. `shown` returns the displayed name of a file, `rule` the link for a
    /// rule code.
    pub fn new(
        (analysis, path): (&Analysis, &FilePath),
        question: &Question,
        outcome: &Outcome,
        shown: &dyn Fn(&FilePath) -> String,
        rule: &dyn Fn(&str) -> Option<RuleLink>,
    ) -> Self {
        let frame = outcome.frame();
        let (intent, parameters) = asked(&analysis.question_form(path, Some(outcome), &[]), question, shown);
        let diagnostics = frame.findings().iter().map(|found| Finding::of_diagnostic(found, analysis, shown));
        Preview {
            descriptor: Subject::new(analysis, path, shown),
            intent,
            parameters,
            inputs: Input::all(analysis.input_fields(path), &question.inputs),
            kind: Kind::new(outcome),
            plan: Plan { activities: activities(outcome), ..frame.plan().map_or_else(Plan::default, Plan::new) },
            diagnostics: diagnostics.map(|finding| Diagnostic::new(&finding, rule)).collect(),
            comparison: None,
        }
    }

    /// This preview with its changes from `before`.
    pub fn compared_with(self, before: &Preview) -> Result<Self, serde_json::Error> {
        let comparison = changes(&serde_json::to_value(before)?, &serde_json::to_value(&self)?);
        Ok(Preview { comparison: Some(comparison), ..self })
    }
}

/// The activities of a TOSCA workflow.
fn activities(outcome: &Outcome) -> Vec<Activity> {
    match outcome {
        Outcome::Deployment(deployment) => Activity::all(deployment),
        Outcome::Expansion(_) | Outcome::Placement(_) | Outcome::Installation(_) => Vec::new(),
    }
}

/// The candidates of the requirement that a question asks for.
pub fn candidates(outcome: &Outcome) -> Option<Candidates> {
    match outcome {
        Outcome::Deployment(deployment) => deployment.why.as_ref().map(Candidates::new),
        Outcome::Expansion(_) | Outcome::Placement(_) | Outcome::Installation(_) => None,
    }
}

/// The candidates for the place of the node that a question asks for.
pub fn replacements(outcome: &Outcome, shown: &dyn Fn(&FilePath) -> String) -> Option<Replacements> {
    match outcome {
        Outcome::Deployment(deployment) => {
            deployment.replacements.as_ref().map(|found| Replacements::new(found, shown))
        }
        Outcome::Expansion(_) | Outcome::Placement(_) | Outcome::Installation(_) => None,
    }
}

impl Kind {
    fn new(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Expansion(expansion) => Kind::Expansion(Expansion::new(expansion)),
            Outcome::Deployment(deployment) => Kind::Deployment(Deployment::new(deployment)),
            Outcome::Placement(placement) => Kind::Placement(Box::new(Placement::new(placement))),
            Outcome::Installation(found) => Kind::Installation(Box::new(Installation::new(found))),
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
    /// The inputs of a descriptor with their given values, then values given for unknown inputs.
    fn all(fields: Vec<InputField>, given: &Values) -> Vec<Self> {
        let is_other = |name: &String| fields.iter().all(|field| field.name != *name);
        let others = given.iter().filter(|(name, _)| is_other(name)).map(|(name, value)| Input {
            name: name.clone(),
            type_name: None,
            description: String::new(),
            required: false,
            default: None,
            choices: Vec::new(),
            value: Some(of_yaml(value)),
        });
        let others: Vec<Input> = others.collect();
        let shown = |field: &InputField, value: &serde_yaml::Value| match field.is_secret {
            true => Value::from(SECRET),
            false => of_yaml(value),
        };
        let own = fields.into_iter().map(|field| Input {
            value: given.get(field.name.as_str()).map(|value| shown(&field, value)),
            default: field.default.as_ref().map(|value| shown(&field, value)),
            name: field.name.to_string(),
            type_name: Some(field.type_name.to_string()),
            description: field.description,
            required: field.required,
            choices: field.choices.iter().map(of_yaml).collect(),
        });
        own.chain(others).collect()
    }
}

/// Whether a value is the content of a file: a text of several lines.
fn is_whole_file(value: &serde_yaml::Value) -> bool {
    value.as_str().is_some_and(|text| text.trim_end().contains('\n'))
}

/// The name of the intent of a question, and its parameters and settings in the order of the form.
fn asked(form: &Form, question: &Question, shown: &dyn Fn(&FilePath) -> String) -> (String, Named<Value>) {
    let Some(intent) = form.asked(question) else { return Default::default() };
    let given = |parameter: &Parameter, values: Option<&Values>| {
        let value = values?.get(parameter.name.as_str())?;
        let file = match parameter.field {
            Field::File(_) => value.as_str().and_then(FilePath::new),
            // Texts from outside of the catalog, such as inventories and the output of `kubectl`, are too long to be
            // repeated.
            Field::Option { .. } if value.is_sequence() => return None,
            _ if value.as_sequence().is_some_and(|texts| texts.iter().any(is_whole_file)) => return None,
            _ => None,
        };
        Some((parameter.name.to_string(), file.map_or_else(|| of_yaml(value), |file| shown(&file).into())))
    };
    let values = question.intent.as_ref().map(|intent| &intent.parameters);
    let own = intent.parameters.iter().filter_map(|parameter| given(parameter, values));
    let settings = form.settings.iter().filter_map(|parameter| given(parameter, Some(&question.settings)));
    (intent.name.to_string(), own.chain(settings).collect())
}

impl Property {
    pub fn new(property: &preview::ItemProperty) -> Self {
        Property {
            known: PartialValue::new(&property.value),
            origin: property.origin,
            until_reported: property.until_reported.as_ref().map(PartialValue::new),
            from: None,
        }
    }
}

impl PartialValue {
    pub fn new(known: &preview::PartialValue) -> Self {
        match known {
            preview::PartialValue::Value(value) => PartialValue::Value(of_yaml(value)),
            preview::PartialValue::Symbol(text) | preview::PartialValue::Template(text) => {
                PartialValue::Symbol(text.clone())
            }
            preview::PartialValue::List(items) => PartialValue::List(items.iter().map(PartialValue::new).collect()),
            preview::PartialValue::Map(entries) => {
                PartialValue::Map(entries.iter().map(|(key, value)| (key.clone(), PartialValue::new(value))).collect())
            }
        }
    }
}
