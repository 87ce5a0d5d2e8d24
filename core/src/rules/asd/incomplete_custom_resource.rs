//! Incomplete custom resource.

use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/incomplete-custom-resource",
    severity: Severity::Warning,
    title: "incomplete custom resource",
    doc: "A cluster is searched for the kind of a custom resource. Without a kind, nothing can be found; without \
          an API version, any version is accepted.",
    sources: &["ASD-66"],
    bad: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
enhancedClusterCapabilities:
  minKernelVersion: 5.15.0
  requiredCustomResources:
    - kind: Redis
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
  requiredCustomResources:
    - {kind: Redis, apiVersion: example.com/v1}
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(cluster) = cx.facts.application.and_then(|application| application.cluster()) else { return };
    for node in cluster.get("requiredCustomResources").map_or(&[][..], |list| list.items()) {
        if node.as_mapping().is_none() {
            continue;
        }
        if node.get("kind").is_none() {
            cx.report(node.span, "custom resource without a kind").help("add the kind: `kind: Redis`");
        } else if node.get("apiVersion").is_none() {
            let finding = cx.report(node.span, "custom resource without an API version");
            finding.help("add a version; without one, any version is accepted");
        }
    }
}
