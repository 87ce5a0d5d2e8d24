//! Values that can be assigned at a place of a descriptor, by definitions in the catalog instead of the tables of its
//! language: the properties of a type. Forms and completion show them.

use smol_str::SmolStr;

/// The values that can be assigned at a place.
#[derive(Clone, PartialEq, Debug)]
pub enum Assignable {
    /// A mapping of values with these names.
    Members(Vec<Member>),
    /// A mapping with free names.
    Entries(ValueForm),
    /// A list.
    Items(ValueForm),
    /// A list of mappings with one entry each, whose keys are free names.
    Named(ValueForm),
    Value(ValueForm),
}

/// A value with its definition.
#[derive(Clone, PartialEq, Debug)]
pub struct Member {
    pub name: SmolStr,
    pub description: String,
    pub required: bool,
    /// Whether its values are not shown.
    pub is_secret: bool,
    /// The value that applies if none is assigned, as text; empty if there is none.
    pub default: String,
    /// The type that defines the value; empty if it is not inherited.
    pub origin: SmolStr,
    pub form: ValueForm,
}

/// The form of a value.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ValueForm {
    /// The name of the type: `scalar-unit.size`, `list of string`.
    pub type_name: String,
    pub kind: ValueKind,
    /// The only values that are allowed; empty if they are not listed.
    pub choices: Vec<String>,
    /// The other constraints: `in_range [1, 4]`.
    pub limits: Vec<String>,
    /// Values that can be read from elsewhere and have a fitting type, in flow notation: `{ get_input: port }`.
    pub sources: Vec<String>,
    /// Values that are likely; others are possible, too.
    pub suggestions: Vec<String>,
}

/// The kind of a value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum ValueKind {
    Text,
    Flag,
    Number,
    /// A number with one of these units: `4 GB`.
    Quantity(Vec<&'static str>),
    /// A mapping whose names are defined.
    Members,
    /// A mapping with free names.
    Entries,
    Items,
    /// Anything, or something that is not known.
    #[default]
    Any,
}

impl Member {
    /// Its description and facts, in Markdown.
    pub fn explained(&self) -> String {
        let description = self.description.trim();
        let facts = self.facts();
        let parts = [description, &facts];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
    }

    /// Its type, constraints, default and origin, in Markdown.
    pub fn facts(&self) -> String {
        let mut facts = Vec::new();
        if !self.form.type_name.is_empty() {
            let required = if self.required { ", required" } else { "" };
            facts.push(format!("Type: `{}`{required}", self.form.type_name));
        }
        if !self.form.choices.is_empty() {
            let choices = self.form.choices.iter().map(|choice| format!("`{choice}`"));
            facts.push(format!("One of {}", choices.collect::<Vec<_>>().join(", ")));
        }
        facts.extend(self.form.limits.iter().map(|limit| format!("Constraint: `{limit}`")));
        if !self.default.is_empty() && !self.is_secret {
            facts.push(format!("Default: `{}`", self.default));
        }
        if !self.origin.is_empty() {
            facts.push(format!("Defined by `{}`", self.origin));
        }
        facts.join("\n\n")
    }
}

/// A text in flow notation, in quotes if it would be something else without them.
pub fn in_flow(text: &str) -> String {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "_-./".contains(character);
    let is_word = text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.chars().all(is_plain);
    let is_special = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"];
    match is_word && !is_special.iter().any(|word| word.eq_ignore_ascii_case(text)) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "''").replace(['\n', '\r'], " ")),
    }
}
