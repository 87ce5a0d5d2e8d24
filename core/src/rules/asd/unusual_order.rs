//! Unusual deployment order.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::asd::{Check, Rule};
use crate::syntax::Style;

pub static RULE: Rule = Rule {
    code: "asd/unusual-order",
    severity: Severity::Warning,
    title: "unusual deployment order",
    doc: "`deploymentOrder` is an integer, 0 or greater. Some orchestrators reject quoted and negative numbers.",
    sources: &["ASD-23"],
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
    deploymentOrder: \"1\"
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
    deploymentOrder: 1
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(application) = cx.facts.application else { return };
    for item in application.items() {
        let Some(node) = item.node.get("deploymentOrder") else { continue };
        let (Some(scalar), Some(order)) = (node.as_scalar(), item.order()) else { continue };
        let key = super::key_of(cx.file, node, "deploymentOrder");
        if order < 0 {
            cx.report(node.span, format!("negative `{key}`")).help("start with 0 or 1");
        } else if scalar.style != Style::Plain {
            let finding = cx.report(node.span, format!("`{key}` is a string")).help("remove the quotes");
            let edit = TextEdit::replace(node.span, order.to_string());
            finding.fix("Remove the quotes", Safety::Safe, edit);
        }
    }
}
