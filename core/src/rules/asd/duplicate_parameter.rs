//! Duplicate lifecycle parameter.

use crate::asd::model::{is_values_path, values_path};
use crate::sorted_map::SortedMap;
use crate::diagnostic::{Safety, Severity};
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/duplicate-parameter",
    severity: Severity::Warning,
    title: "duplicate lifecycle parameter",
    doc: "The same parameter is listed twice in a deployment item. One of the entries is usually meant to be \
          another parameter.",
    sources: &["ASD-28"],
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
    lifecycleParameters: [replicas, replicas]
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
    lifecycleParameters: [replicas, image.tag]
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    let Some(application) = cx.facts.application else { return };
    for item in application.items() {
        let mut first = SortedMap::new();
        for node in item.parameters() {
            let Some(text) = node.as_text() else { continue };
            let path = values_path(text);
            // Malformed ones are reported as such.
            if !is_values_path(path) {
                continue;
            }
            match first.get(path) {
                Some(span) => {
                    let path = file.path_at(node.span.start as usize);
                    let finding = cx.report(node.span, format!("duplicate parameter `{text}`")).help("remove one of them");
                    let finding = finding.related(&file.path, *span, "first listed here");
                    finding.fix_by("Remove the duplicate", Safety::Unsafe, |draft| draft.remove(&path));
                }
                None => drop(first.insert(path, node.span)),
            }
        }
    }
}
