//! What is wrong with a text, where, how to see it and how to mend it.

use serde::Serialize;

use crate::edit::Change;
use crate::text::{FilePath, Span};

/// How bad a finding is; the worst sorts first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Error,
    Warning,
    Info,
}

impl Severity {
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        }
    }
}

/// Whether a fix may be applied without a look at what it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Safety {
    /// It can neither lose a comment nor change what the text means.
    Safe,
    Unsafe,
}

/// A change that mends a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// Its title is what the menu says.
    pub change: Change,
    pub safety: Safety,
}

/// A second place that a finding speaks of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Related {
    pub file: FilePath,
    pub span: Span,
    pub message: String,
}

/// One finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// `folder/fault`, the path of the rule in `rules/` and of its page on the site.
    pub code: &'static str,
    pub severity: Severity,
    pub file: FilePath,
    /// The smallest text that is wrong.
    pub span: Span,
    /// What is wrong: lower case, no final period, the user's text in backticks.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    pub related: Vec<Related>,
    pub fixes: Vec<Fix>,
}
