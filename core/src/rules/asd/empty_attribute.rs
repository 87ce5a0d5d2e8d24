//! Empty identifying attribute.

use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "asd/empty-attribute",
    severity: Severity::Error,
    title: "empty identifying attribute",
    doc: "Orchestrators identify an application by these attributes, so they must not be empty.",
    sources: &["ASD-04", "ASD-07", "ASD-08", "ASD-09", "ASD-10", "ASD-11", "ASD-17", "ASD-20", "ASD-33", "ASD-34", "ASD-63"],
    bad: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: \"\"
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
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
    let own = [
        "asdId",
        "asdVersion",
        "asdSchemaVersion",
        "asdProvider",
        "asdApplicationName",
        "asdApplicationVersion",
    ];
    own.iter().for_each(|name| report(cx, &application.root, name));
    for item in application.items() {
        ["deploymentItemId", "artifactId"].iter().for_each(|name| report(cx, item.node, name));
    }
    if let Some(cluster) = application.cluster() {
        report(cx, cluster, "minKernelVersion");
    }
    for (_, point) in application.points() {
        ["id", "description"].iter().for_each(|name| report(cx, point, name));
    }
}

fn report(cx: &mut Check<'_>, node: &Node, name: &str) {
    let Some(value) = node.get(name) else { return };
    if value.as_text().is_some_and(|text| text.trim().is_empty()) && !value.span.is_empty() {
        let key = super::key_of(cx.file, value, name);
        cx.report(value.span, format!("empty `{key}`")).help("add a value");
    }
}
