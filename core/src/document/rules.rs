//! Rules with their documentation, as `rules` prints them.

use serde::Serialize;

use crate::diagnostic::Severity;
use crate::rules;

/// All rules, or the requested ones.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rules {
    pub rules: Vec<Rule>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rule {
    pub code: String,
    /// The default severity; `null` if it depends on the location.
    pub severity: Option<Severity>,
    pub title: String,
    /// Why it matters and how to fix it, in Markdown.
    pub documentation: String,
    /// A text that breaks the rule, and the corrected text; lines `# file: name.yaml` separate files. Both are empty
    /// for codes without an example.
    pub bad: String,
    pub good: String,
    /// The numbered rules of the specifications that it enforces, by their identifiers on the conformance page of a
    /// site.
    pub sources: Vec<String>,
}

impl Rule {
    pub fn new(rule: &rules::Rule) -> Self {
        Rule {
            code: rule.code.to_owned(),
            severity: Some(rule.severity),
            title: rule.title.to_owned(),
            documentation: rule.doc.to_owned(),
            bad: rule.bad.to_owned(),
            good: rule.good.to_owned(),
            sources: rule.sources.iter().map(|source| (*source).to_owned()).collect(),
        }
    }
}
