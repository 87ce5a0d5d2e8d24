//! Findings as SARIF 2.1.0, the format of code scanning.

use std::collections::BTreeMap;

use descriptorium_core::diagnostic::Severity;
use descriptorium_core::rules::{self, Rule};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use crate::finding::{Finding, Fix, Location, fingerprints};
use crate::folder;
use crate::pages::address;

/// Characters that are not percent-encoded in a URI reference.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The log of one run; `base` is the address of the published site, which has a page for each rule.
pub fn report(findings: &[Finding], base: Option<&str>) -> Value {
    let all = folder::rules::RULES.iter().copied().chain(rules::all());
    let rules: BTreeMap<&str, &Rule> = all.map(|rule| (rule.code, rule)).collect();
    let index: BTreeMap<&str, usize> = rules.keys().enumerate().map(|(index, code)| (*code, index)).collect();
    let results = findings.iter().zip(fingerprints(findings));
    let results: Vec<Value> = results.map(|(finding, fingerprint)| result(finding, &index, &fingerprint)).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "descriptorium",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.values().map(|rule| descriptor(rule, base)).collect::<Vec<_>>(),
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn descriptor(rule: &Rule, base: Option<&str>) -> Value {
    let mut value = json!({
        "id": rule.code,
        "shortDescription": { "text": rule.title },
        "fullDescription": { "text": rule.doc },
        "help": { "text": rule.doc, "markdown": rule.doc },
        "defaultConfiguration": { "level": level(rule.severity) },
    });
    if let (Some(base), Some(object)) = (base, value.as_object_mut()) {
        object.insert("helpUri".to_owned(), address::published_code(base, rule.code).into());
    }
    value
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

fn result(finding: &Finding, rules: &BTreeMap<&str, usize>, fingerprint: &str) -> Value {
    let text = match &finding.help {
        Some(help) => format!("{}\n{help}", finding.message),
        None => finding.message.clone(),
    };
    let mut result = json!({
        "ruleId": finding.code,
        "level": level(finding.severity),
        "message": { "text": text },
        "locations": [location(&finding.file, finding.place.as_ref(), None)],
        "partialFingerprints": { "descriptorium/v1": fingerprint },
    });
    let Some(object) = result.as_object_mut() else { return result };
    if let Some(index) = rules.get(finding.code) {
        object.insert("ruleIndex".to_owned(), (*index).into());
    }
    if !finding.related.is_empty() {
        let related =
            finding.related.iter().map(|related| location(&related.file, Some(&related.place), Some(&related.message)));
        object.insert("relatedLocations".to_owned(), related.collect());
    }
    let fixes: Vec<Value> =
        finding.fixes.iter().filter(|fix| fix.files.is_empty() && !fix.edits.is_empty()).map(change).collect();
    if !fixes.is_empty() {
        object.insert("fixes".to_owned(), fixes.into());
    }
    result
}

fn artifact(file: &str) -> Value {
    json!({ "uri": utf8_percent_encode(file, PATH).to_string() })
}

fn location(file: &str, place: Option<&Location>, message: Option<&str>) -> Value {
    let mut physical = json!({ "artifactLocation": artifact(file) });
    if let (Some(place), Some(object)) = (place, physical.as_object_mut()) {
        object.insert("region".to_owned(), region(place));
    }
    match message {
        Some(message) => json!({ "physicalLocation": physical, "message": { "text": message } }),
        None => json!({ "physicalLocation": physical }),
    }
}

fn region(place: &Location) -> Value {
    json!({
        "startLine": place.start.line + 1,
        "startColumn": place.start.column + 1,
        "endLine": place.end.line + 1,
        "endColumn": place.end.column + 1,
    })
}

/// A fix with its changes of all files. SARIF cannot represent fixes that create, delete or rename files.
fn change(fix: &Fix) -> Value {
    let mut files: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for edit in &fix.edits {
        let replacement = json!({ "deletedRegion": region(&edit.place), "insertedContent": { "text": edit.text } });
        files.entry(&edit.file).or_default().push(replacement);
    }
    let changes = files
        .into_iter()
        .map(|(file, replacements)| json!({ "artifactLocation": artifact(file), "replacements": replacements }));
    json!({ "description": { "text": fix.title }, "artifactChanges": changes.collect::<Vec<_>>() })
}
