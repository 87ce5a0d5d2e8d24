//! Collects the findings of an expansion. Each location is reported once, however many instances run into the problem.

use std::collections::HashMap;

use crate::assembly::expansion::codes;
use crate::diagnostic::{Diagnostic, Severity};
use crate::sorting::Sorting;
use crate::text::{FilePath, Span};

/// A problem of one instance.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    pub code: &'static str,
    pub severity: Severity,
    pub file: FilePath,
    pub span: Span,
    pub message: String,
    pub help: Option<String>,
    /// The instance, or a property of it: `asm__gw.address`. Empty if there is only one.
    pub subject: String,
}

#[derive(Debug, Default)]
pub struct Report {
    findings: Vec<(Finding, usize)>,
    indices: HashMap<FindingKey, usize>,
}

/// Findings with the same key are reported once.
#[derive(PartialEq, Eq, Hash, Debug)]
enum FindingKey {
    At(&'static str, FilePath, Span, String),
    Everywhere(String),
}

impl Finding {
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub fn on(mut self, subject: impl Into<String>) -> Self {
        self.subject = subject.into();
        self
    }
}

impl Report {
    pub fn add(&mut self, finding: Finding) {
        // Findings without an instance at the same location, such as those about inputs at the name, are about
        // different things. A limit is reported once, wherever it is hit.
        let topic = if finding.subject.is_empty() { finding.message.clone() } else { String::new() };
        let place = match finding.code {
            codes::LIMIT => FindingKey::Everywhere(finding.message.clone()),
            code => FindingKey::At(code, finding.file.clone(), finding.span, topic),
        };
        match self.indices.get(&place).and_then(|&index| self.findings.get_mut(index)) {
            Some((_, more)) => *more += 1,
            None => {
                self.indices.insert(place, self.findings.len());
                self.findings.push((finding, 0));
            }
        }
    }

    /// The findings by file and position; each names the first instance.
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        let mut diagnostics: Vec<Diagnostic> = self.findings.into_iter().map(diagnostic).collect();
        diagnostics.order_by(|a, b| (&a.file, a.span, a.code).cmp(&(&b.file, b.span, b.code)));
        diagnostics
    }
}

fn diagnostic((finding, more): (Finding, usize)) -> Diagnostic {
    let met = match (finding.subject.as_str(), more) {
        ("", _) => String::new(),
        (subject, 0) => format!(", in `{subject}`"),
        (subject, more) => format!(", in `{subject}` and {more} more"),
    };
    Diagnostic {
        code: finding.code,
        severity: finding.severity,
        file: finding.file,
        span: finding.span,
        message: finding.message + &met,
        help: finding.help,
        related: Vec::new(),
        fixes: Vec::new(),
    }
}
