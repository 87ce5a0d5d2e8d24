//! Unusual version.

use crate::asd::form::Form;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/malformed-version",
    severity: Severity::Warning,
    title: "unusual version",
    doc: "Orchestrators compare versions to find the newest. A version is a series of numbers with dots, with an \
          optional suffix: `1.4.0`, `2.0-rc1`.",
    sources: &["ASD-08", "ASD-11"],
    bad: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: latest
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    good: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(application) = cx.facts.application else { return };
    for name in ["asdSchemaVersion", "asdApplicationVersion"] {
        let Some(node) = application.root.get(name).filter(|node| !node.is_null()) else { continue };
        let Some(text) = node.as_text().filter(|text| !text.trim().is_empty() && !is_version(text)) else { continue };
        let key = super::key_of(cx.file, node, name);
        // In the form of O-RAN, the version is a part of the name of the imported types.
        let of_import = application.form == Form::Wg6 && name == "asdSchemaVersion";
        let message = match of_import {
            true => format!("the version of the imported types is not a version: `{text}`"),
            false => format!("`{key}` is not a version: `{text}`"),
        };
        let finding = cx.report(node.span, message);
        finding.help("write numbers with dots: `1.4.0`");
    }
}

pub fn is_version(text: &str) -> bool {
    let text = text.trim().strip_prefix(['v', 'V']).unwrap_or(text.trim());
    let numbers = text.split(['-', '+', '_']).next().unwrap_or_default();
    !numbers.is_empty()
        && !text.contains(char::is_whitespace)
        && numbers.starts_with(|first: char| first.is_ascii_digit())
        && numbers.split('.').all(|part| !part.is_empty() && part.chars().all(|one| one.is_ascii_alphanumeric()))
}
