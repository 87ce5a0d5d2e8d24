//! A finding as it is reported: a diagnostic of the core or a problem with a file, with its place in lines and columns.

pub mod baseline;
pub mod github;
pub mod json;
pub mod junit;
pub mod sarif;
pub mod text;

use std::sync::Arc;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::{Diagnostic, Safety, Severity};
use descriptorium_core::text::{FilePath, LineIndex, Position, Span};

use crate::folder::Problem;

#[derive(Clone, Debug)]
pub struct Finding {
    /// The file as it is shown.
    pub file: String,
    pub code: &'static str,
    pub severity: Severity,
    pub place: Option<Place>,
    pub message: String,
    pub help: Option<String>,
    pub related: Vec<Related>,
    pub fixes: Vec<Fix>,
}

/// A span of a text, also in lines and columns from 0, the columns in characters.
#[derive(Clone, Debug)]
pub struct Place {
    pub text: Arc<str>,
    pub span: Span,
    pub start: Position,
    pub end: Position,
}

#[derive(Clone, Debug)]
pub struct Related {
    pub file: String,
    pub place: Place,
    pub message: String,
}

/// A fix, as its changes of the file that the finding is in.
#[derive(Clone, Debug)]
pub struct Fix {
    pub title: String,
    pub safe: bool,
    /// What is replaced, and by what. Empty where the fix reaches into other files.
    pub replaces: Vec<(Place, String)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub errors: usize,
    pub warnings: usize,
    pub infos: usize,
}

impl Place {
    pub fn new(text: &Arc<str>, lines: &LineIndex, span: Span) -> Self {
        let position = |offset: u32| lines.position(text, offset as usize);
        Place { text: Arc::clone(text), span, start: position(span.start), end: position(span.end.max(span.start)) }
    }
}

impl Finding {
    /// `shown` gives the name by which a file is shown.
    pub fn of_diagnostic(diagnostic: &Diagnostic, analysis: &Analysis, shown: &dyn Fn(&FilePath) -> String) -> Self {
        let place =
            |path: &FilePath, span: Span| analysis.file(path).map(|file| Place::new(&file.text, &file.lines, span));
        let related = diagnostic.related.iter().filter_map(|related| {
            let message = related.message.clone();
            Some(Related { file: shown(&related.file), place: place(&related.file, related.span)?, message })
        });
        let fixes = diagnostic.fixes.iter().map(|fix| {
            let here = fix.change.files.is_empty() && fix.change.edits.keys().all(|path| *path == diagnostic.file);
            let edits = fix.change.edits.values().filter(|_| here).flat_map(|edit| edit.replaces());
            let replaces = edits.filter_map(|edit| Some((place(&diagnostic.file, edit.span)?, edit.text.clone())));
            Fix { title: fix.change.title.clone(), safe: fix.safety == Safety::Safe, replaces: replaces.collect() }
        });
        Finding {
            file: shown(&diagnostic.file),
            code: diagnostic.code,
            severity: diagnostic.severity,
            place: place(&diagnostic.file, diagnostic.span),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            related: related.collect(),
            fixes: fixes.collect(),
        }
    }

    /// The problem with the file that is shown as `file`.
    pub fn of_problem(problem: &Problem, file: String) -> Self {
        let place = problem.place.as_ref().map(|(text, span)| Place::new(text, &LineIndex::new(text), *span));
        Finding {
            file,
            code: problem.code,
            severity: problem.severity,
            place,
            message: problem.message.clone(),
            help: problem.help.clone(),
            related: Vec::new(),
            fixes: Vec::new(),
        }
    }
}

impl Counts {
    pub fn of<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Self {
        let mut counts = Counts::default();
        findings.into_iter().for_each(|finding| counts.add(finding.severity));
        counts
    }

    pub fn add(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Info => self.infos += 1,
        }
    }

    pub fn is_clean(self) -> bool {
        self == Counts::default()
    }
}

/// `2 errors and 1 warning`, `no findings`.
impl std::fmt::Display for Counts {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts = [(self.errors, "error"), (self.warnings, "warning"), (self.infos, "info")];
        let parts: Vec<String> =
            parts.into_iter().filter(|(count, _)| *count > 0).map(|(count, noun)| plural(count, noun)).collect();
        match parts.as_slice() {
            [] => formatter.write_str("no findings"),
            [one] => formatter.write_str(one),
            [rest @ .., last] => write!(formatter, "{} and {last}", rest.join(", ")),
        }
    }
}

/// `1 file`, `2 files`.
pub fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{} {noun}s", thousands(count)) }
}

/// `12,345`.
fn thousands(count: usize) -> String {
    let digits = count.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_read_as_people_say_them() {
        let counts = |errors, warnings, infos| Counts { errors, warnings, infos }.to_string();
        assert_eq!(counts(0, 0, 0), "no findings");
        assert_eq!(counts(1, 0, 0), "1 error");
        assert_eq!(counts(2, 1234, 1), "2 errors, 1,234 warnings and 1 info");
    }
}
