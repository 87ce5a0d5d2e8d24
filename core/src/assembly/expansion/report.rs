//! What the expansion finds wrong: each place of the text once, however many instances run into it.

use std::collections::HashMap;

use crate::assembly::expansion::codes;
use crate::diagnostic::{Diagnostic, Severity};
use crate::sorting::Sorting;
use crate::text::{FilePath, Span};

/// Something wrong, found while one instance was worked out.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    pub code: &'static str,
    pub severity: Severity,
    pub file: FilePath,
    pub span: Span,
    pub message: String,
    pub help: Option<String>,
    /// The instance, or a property of it: `asm__gw.address`. Empty where there is only one.
    pub subject: String,
}

#[derive(Debug, Default)]
pub struct Report {
    findings: Vec<(Finding, usize)>,
    places: HashMap<Place, usize>,
}

/// What two findings have in common that are reported as one.
#[derive(PartialEq, Eq, Hash, Debug)]
enum Place {
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
        // Findings without an instance are about different things even at one place: inputs, at the name. A limit is
        // one thing, wherever it is met.
        let topic = if finding.subject.is_empty() { finding.message.clone() } else { String::new() };
        let place = match finding.code {
            codes::LIMIT => Place::Everywhere(finding.message.clone()),
            code => Place::At(code, finding.file.clone(), finding.span, topic),
        };
        match self.places.get(&place).and_then(|&index| self.findings.get_mut(index)) {
            Some((_, more)) => *more += 1,
            None => {
                self.places.insert(place, self.findings.len());
                self.findings.push((finding, 0));
            }
        }
    }

    /// The findings by file and place; each says where it was met first.
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
