//! Findings as JSON, a stable shape: lines and columns from 1.

use serde_json::{Value, json};

use crate::finding::Finding;

/// What `check --format json` prints.
pub fn report(n_files: usize, findings: &[Finding]) -> Value {
    json!({ "files": n_files, "diagnostics": findings.iter().map(finding).collect::<Vec<_>>() })
}

/// One finding; a finding on a file as a whole stands at its first character.
pub fn finding(finding: &Finding) -> Value {
    let (start, end) = finding.place.as_ref().map(|place| (place.start, place.end)).unwrap_or_default();
    let mut value = json!({
        "file": finding.file,
        "code": finding.code,
        "severity": finding.severity.name(),
        "line": start.line + 1,
        "column": start.column + 1,
        "endLine": end.line + 1,
        "endColumn": end.column + 1,
        "message": finding.message,
        "fixes": finding.fixes.iter().map(|fix| json!({ "title": fix.title, "safe": fix.safe })).collect::<Vec<_>>(),
    });
    if let (Some(help), Some(object)) = (&finding.help, value.as_object_mut()) {
        object.insert("help".to_owned(), help.as_str().into());
    }
    value
}
