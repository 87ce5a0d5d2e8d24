//! Items without a deployment order.

use crate::asd::form::name_in;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/unordered-items",
    severity: Severity::Info,
    title: "items without a deployment order",
    doc: "Some items have a `deploymentOrder` and others do not. Items without an order can be deployed at any time, \
          even before the first stage.",
    sources: &["ASD-24"],
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
  - deploymentItemId: back
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
    deploymentOrder: 1
  - deploymentItemId: back
    artifactType: helm_chart
    artifactId: charts/back-1.0.tgz
    deploymentOrder: 2
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(application) = cx.facts.application else { return };
    let has_order = |item: &crate::asd::model::DeploymentItem<'_>| item.node.entry("deploymentOrder").is_some();
    if !application.items().any(|item| has_order(&item)) {
        return;
    }
    // An item without any attribute has findings of its own.
    let is_described = |item: &crate::asd::model::DeploymentItem<'_>| {
        ["deploymentItemId", "artifactType"].iter().any(|key| item.node.entry(key).is_some())
    };
    for item in application.items().filter(|item| !has_order(item) && is_described(item)) {
        let span = super::name_of(item);
        cx.report(span, "item without a deployment order").help(format!("add a `{}`; without one, the item can be deployed at any time", name_in("deploymentOrder", application.form)));
    }
}
