//! Findings as a Code Quality report, which GitLab shows in merge requests.

use descriptorium_core::diagnostic::Severity;
use serde_json::{Value, json};

use crate::finding::{Finding, fingerprints};
use crate::printable::line;

/// The report: an array with the members that GitLab requires. Like a baseline, its fingerprints do not depend on lines.
pub fn report(findings: &[Finding]) -> Value {
    findings.iter().zip(fingerprints(findings)).map(|(finding, fingerprint)| issue(finding, &fingerprint)).collect()
}

fn issue(finding: &Finding, fingerprint: &str) -> Value {
    let severity = match finding.severity {
        Severity::Error => "major",
        Severity::Warning => "minor",
        Severity::Info => "info",
    };
    let first = finding.place.as_ref().map_or(0, |place| place.start.line) + 1;
    json!({
        "description": line(&finding.message),
        "check_name": finding.code,
        "fingerprint": fingerprint,
        "severity": severity,
        "location": { "path": finding.file, "lines": { "begin": first } },
    })
}
