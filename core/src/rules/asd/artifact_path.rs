//! Invalid path of an artifact.

use crate::asd::package::is_path;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::text::FilePath;

pub static RULE: Rule = Rule {
    code: "asd/artifact-path",
    severity: Severity::Error,
    title: "invalid path of an artifact",
    doc: "The path of an artifact is relative to the root of the package and does not leave it.",
    sources: &["ASD-20"],
    bad: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: ../charts/front-1.0.tgz
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
    for item in application.items() {
        let Some(node) = item.node.get("artifactId") else { continue };
        let Some(path) = node.as_text().filter(|path| is_path(path) && !path.is_empty()) else { continue };
        let steps = || path.split(['/', '\\']).filter(|step| !step.is_empty());
        let goes_up = steps().any(|step| step == "..");
        let is_absolute = path.starts_with(['/', '\\']) || path.chars().nth(1) == Some(':');
        let why = match (goes_up, is_absolute) {
            (true, _) if FilePath::along("", steps()).is_none() => "leaves the package",
            (true, _) => "contains `..`",
            (_, true) => "is absolute",
            _ if path.contains('\\') => "contains a backslash",
            _ => continue,
        };
        let finding = cx.report(node.span, format!("the path `{path}` {why}"));
        let relative = path.trim_start_matches('/').trim_start_matches("./");
        let finding = finding.help("write a path relative to the root of the package");
        if !goes_up && path.starts_with('/') && !relative.is_empty() {
            finding.replace_name(path, relative);
        }
    }
}
