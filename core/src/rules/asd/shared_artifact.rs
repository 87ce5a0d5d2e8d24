//! Two items deploy the same artifact.

use crate::sorted_map::SortedMap;
use crate::asd::package::is_path;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/shared-artifact",
    severity: Severity::Warning,
    title: "two items deploy the same artifact",
    doc: "Two deployment items refer to the same artifact, so it is deployed twice.",
    sources: &["ASD-22"],
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
    artifactId: charts/front-1.0.tgz
  - deploymentItemId: back
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
  - deploymentItemId: back
    artifactType: helm_chart
    artifactId: charts/back-1.0.tgz
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    let Some(application) = cx.facts.application else { return };
    let mut first = SortedMap::new();
    for item in application.items() {
        let Some(node) = item.node.get("artifactId") else { continue };
        let Some(path) = node.as_text().filter(|path| !path.trim().is_empty()) else { continue };
        // `./a.tgz` and `a.tgz` are one file.
        let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
        let artifact = if is_path(path) { parts.join("/") } else { path.to_owned() };
        match first.get(&artifact) {
            Some(span) => {
                let finding = cx.report(node.span, format!("`{path}` is already deployed by another item"));
                finding.help("remove one of the items").related(&file.path, *span, "deployed here");
            }
            None => drop(first.insert(artifact, node.span)),
        }
    }
}
