//! Unusual name of a custom resource.

use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/malformed-custom-resource",
    severity: Severity::Warning,
    title: "unusual name of a custom resource",
    doc: "The kind of a Kubernetes resource starts with a capital letter, and the API version of a custom resource \
          has a group: `kubedb.com/v1alpha1`.",
    sources: &["ASD-67"],
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
    - {kind: redis, apiVersion: example.com/v1}
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
        if let Some((kind, text)) = node.get("kind").and_then(|kind| Some((kind, kind.as_text()?))) {
            let is_kind = text.starts_with(|first: char| first.is_ascii_uppercase())
                && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
            if !is_kind && !text.is_empty() {
                let finding = cx.report(kind.span, format!("`{text}` is not the kind of a resource"));
                finding.help("a kind starts with a capital letter: `Redis`");
            }
        }
        if let Some((version, text)) = node.get("apiVersion").and_then(|version| Some((version, version.as_text()?))) {
            let is_version = text.split_once('/').is_some_and(|(group, version)| {
                let is_group = !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte));
                is_group && version.starts_with('v') && version.len() > 1 && version.bytes().all(|byte| byte.is_ascii_alphanumeric())
            });
            if !is_version && !text.is_empty() {
                let finding = cx.report(version.span, format!("`{text}` is not the API version of a custom resource"));
                finding.help("write the group and the version: `example.com/v1`");
            }
        }
    }
}
