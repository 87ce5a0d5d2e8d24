//! Findings as they are reported: diagnostics of the core and findings with files, with lines and columns.

pub mod baseline;
pub mod concise;
pub mod github;
pub mod gitlab;
pub mod json;
pub mod junit;
pub mod sarif;
pub mod text;

use std::collections::BTreeMap;

use descriptorium_core::diagnostic::Severity;
pub use descriptorium_core::document::finding::{Edit, Finding, Fix, Location, Related};
use descriptorium_core::text::LineIndex;

use crate::folder::FileFinding;
use crate::hash;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub errors: usize,
    pub warnings: usize,
    pub infos: usize,
}

/// The finding about a file that is shown as `file`.
pub fn of_file(finding: &FileFinding, file: String) -> Finding {
    let place = finding.place.as_ref().map(|(text, span)| Location::new(text, &LineIndex::new(text), *span));
    Finding {
        file,
        code: finding.code,
        severity: finding.severity,
        place,
        message: finding.message.clone(),
        help: finding.help.clone(),
        related: Vec::new(),
        fixes: Vec::new(),
    }
}

/// The identity of each finding for CI hosts, which recognize it in the next run. Like in a baseline, it does not depend on
/// the line; equal findings of a file are numbered.
pub fn fingerprints(findings: &[Finding]) -> Vec<String> {
    let mut known: BTreeMap<(&str, &str, &str), usize> = BTreeMap::new();
    let fingerprint = |finding: &Finding, count: usize| {
        let Finding { file, code, message, .. } = finding;
        hash::of(format!("{file}\0{code}\0{message}\0{count}").as_bytes()).to_string()
    };
    let numbered = findings.iter().map(|finding| {
        let count = known.entry((&finding.file, finding.code, &finding.message)).or_default();
        *count += 1;
        fingerprint(finding, *count)
    });
    numbered.collect()
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
pub fn thousands(count: usize) -> String {
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
