//! Identifiers used by two items.

use crate::sorted_map::SortedMap;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::text::Span;

pub static RULE: Rule = Rule {
    code: "asd/duplicate-identifier",
    severity: Severity::Error,
    title: "duplicate identifier",
    doc: "Orchestrators identify deployment items by `deploymentItemId` and connection points by `id`. If two items \
          share an identifier, values given for one of them may be applied to the other.",
    sources: &["ASD-18", "ASD-33"],
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
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/back-1.0.tgz
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
    let items = application.items().map(|item| (item.node.get("deploymentItemId"), "deployment item"));
    let points = application.points().map(|(_, point)| (point.get("id"), "connection point"));
    let mut known: SortedMap<(&str, &str), Span> = SortedMap::new();
    for (node, what) in items.chain(points.collect::<Vec<_>>()) {
        let Some((node, id)) = node.and_then(|node| Some((node, node.as_text()?))) else { continue };
        let first = *known.entry((what, id)).or_insert(node.span);
        if first != node.span && !id.trim().is_empty() {
            let finding = cx.report(node.span, format!("duplicate {what} identifier `{id}`"));
            finding.help("use a unique identifier").related(&file.path, first, "first used here");
        }
    }
}
