//! Incomplete plugin.

use crate::asd::model;
use crate::diagnostic::Severity;
use crate::rules::asd::malformed_version::is_version;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/incomplete-plugin",
    severity: Severity::Warning,
    title: "incomplete plugin",
    doc: "A plugin is found in a cluster by its name. Its version is a series of numbers with dots.",
    sources: &["ASD-72"],
    bad: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
enhancedClusterCapabilities:
  minKernelVersion: 5.15.0
  requiredPlugin: [{requiredPluginVersion: \"3.8\"}]
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
  requiredPlugin: [{requiredPluginName: multus, requiredPluginVersion: \"3.8\"}]
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(cluster) = cx.facts.application.and_then(|application| application.cluster()) else { return };
    for node in cluster.get("requiredPlugin").map_or(&[][..], |list| list.items()) {
        if node.as_mapping().is_none() {
            continue;
        }
        let (name, version) = model::plugin(node);
        let name = name.and_then(|name| name.as_text());
        if name.is_none_or(|name| name.trim().is_empty()) {
            cx.report(node.span, "plugin without a name").help("add the name, for example `multus`");
        }
        let version = version.and_then(|version| Some((version, version.as_text()?)));
        if let Some((version, text)) = version.filter(|(_, text)| !is_version(text) && !text.is_empty()) {
            let finding = cx.report(version.span, format!("`{text}` is not a version"));
            finding.help("write numbers with dots: `3.8`");
        }
    }
}
