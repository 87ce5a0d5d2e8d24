//! Findings: the problem, its location, help, and fixes.

use serde::Serialize;

use crate::edit::Change;
use crate::text::{FilePath, Span};

/// Severity of a finding, ordered from the worst.
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

/// Whether a fix can be applied without review.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Safety {
    /// Neither loses a comment nor changes the meaning of the text.
    Safe,
    Unsafe,
}

/// A change that fixes a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// Its title is shown in menus.
    pub change: Change,
    pub safety: Safety,
}

/// Another location that a finding refers to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Related {
    pub file: FilePath,
    pub span: Span,
    pub message: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// `folder/fault`, the path of the rule in `rules/` and of its page on the site.
    pub code: &'static str,
    pub severity: Severity,
    pub file: FilePath,
    /// The smallest span of text that shows the problem.
    pub span: Span,
    /// Lower case, no final period, the user's text in backticks.
    pub message: String,
    /// How to fix it.
    pub help: Option<String>,
    pub related: Vec<Related>,
    pub fixes: Vec<Fix>,
}

/// Names in a message: `` `a`, `b` and `c` ``.
pub fn listed(names: &[&str]) -> String {
    enumerated(&names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>())
}

/// Items in a sentence: `a, b and c`.
pub fn enumerated(items: &[String]) -> String {
    match items.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}
