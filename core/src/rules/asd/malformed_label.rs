//! Malformed cluster label.

use crate::asd::label::{self, Label};
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/malformed-label",
    severity: Severity::Error,
    title: "malformed cluster label",
    doc: "A label has the syntax of Kubernetes: a name of at most 63 letters, digits, `-`, `_` and `.`, with an \
          optional domain before a slash, and an optional value. It is written as a mapping or as text: `gpu: \
          \"true\"`, `gpu=true` or `gpu`.",
    sources: &["ASD-69"],
    bad: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
enhancedClusterCapabilities:
  minKernelVersion: 5.15.0
  clusterLabels: [label 1]
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
enhancedClusterCapabilities:
  minKernelVersion: 5.15.0
  clusterLabels: [label-1]
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(cluster) = cx.facts.application.and_then(|application| application.cluster()) else { return };
    for (span, label) in label::labels(cluster) {
        let Label { key, value, .. } = &label;
        // A removed suffix is reported as such.
        if label.suffix().is_some() {
            continue;
        }
        let message = if !label::is_key(key) {
            format!("`{key}` is not the name of a label")
        } else if value.as_deref().is_some_and(|value| !label::is_value(value)) {
            format!("`{}` is not the value of a label", value.as_deref().unwrap_or_default())
        } else {
            continue;
        };
        let help = match label::is_too_long(key) || value.as_deref().is_some_and(label::is_too_long) {
            true => "use at most 63 characters, and at most 253 before a `/`",
            false => "use letters, digits, `-`, `_` and `.`; start and end with a letter or digit",
        };
        cx.report(span, message).help(help);
    }
}
