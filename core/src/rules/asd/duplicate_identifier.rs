//! Identifiers used by two items.

use std::collections::BTreeMap;

use crate::asd::schema::ASD;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::schema::outline;
use crate::symbol::SymbolKind;
use crate::text::Span;

pub static RULE: Rule = Rule {
    code: "asd/duplicate-identifier",
    severity: Severity::Error,
    title: "duplicate identifier",
    doc: "Orchestrators identify deployment items by `deploymentItemId` and connection points by `id`. If two items \
          share an identifier, values given for one of them may be applied to the other.",
    sources: &["ASD-18", "ASD-33"],
    bad: "\
asdId: example-1
asdVersion: 1.0
asdSchemaVersion: 2.0
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: 1.0
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/back-1.0.tgz
",
    good: "\
asdId: example-1
asdVersion: 1.0
asdSchemaVersion: 2.0
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: 1.0
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
    let Some(root) = &file.root else { return };
    let mut known: BTreeMap<(SymbolKind, String), Span> = BTreeMap::new();
    for symbol in outline::symbols(&file.path, root, &ASD) {
        let what = match symbol.kind {
            SymbolKind::DeploymentItem => "deployment item",
            SymbolKind::ConnectionPoint => "connection point",
            _ => continue,
        };
        let first = *known.entry((symbol.kind, symbol.name.to_string())).or_insert(symbol.span);
        if first != symbol.span {
            let finding = cx.report(symbol.span, format!("duplicate {what} identifier `{}`", symbol.name));
            finding.help("use a unique identifier").related(&file.path, first, "first used here");
        }
    }
}
