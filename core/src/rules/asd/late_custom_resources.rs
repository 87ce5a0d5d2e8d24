//! Custom resources deployed too late.

use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/late-custom-resources",
    severity: Severity::Warning,
    title: "custom resources deployed too late",
    doc: "A chart can contain custom resources only if their definitions are already in the cluster, so items of \
          type `crd` usually have a lower `deploymentOrder` than charts.",
    sources: &["ASD-25"],
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
    deploymentOrder: 1
  - deploymentItemId: types
    artifactType: crd
    artifactId: types.yaml
    deploymentOrder: 2
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
    deploymentOrder: 2
  - deploymentItemId: types
    artifactType: crd
    artifactId: types.yaml
    deploymentOrder: 1
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    let Some(application) = cx.facts.application else { return };
    let charts = || application.items().filter(|item| item.is_chart());
    let first = charts().filter_map(|item| Some((item.order()?, item))).min_by_key(|(order, _)| *order);
    let Some((first, chart)) = first else { return };
    for item in application.items().filter(|item| item.text("artifactType") == Some("crd")) {
        let Some(node) = item.node.get("deploymentOrder") else { continue };
        if item.order().is_some_and(|order| order >= first) {
            let finding = cx.report(node.span, "custom resource definitions are not deployed before the charts");
            let span = super::name_of(chart);
            finding.help(format!("use an order below {first}")).related(&file.path, span, "deployed earlier or together");
        }
    }
}
