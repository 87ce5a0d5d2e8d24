//! Kernel module both required and conflicting.

use crate::sorted_map::SortedMap;
use crate::sorting::gather;
use crate::asd::model::texts;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/contradicting-module",
    severity: Severity::Error,
    title: "kernel module both required and conflicting",
    doc: "No cluster can meet both requirements: the module must be loaded and must not be loaded.",
    sources: &["ASD-65"],
    bad: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
enhancedClusterCapabilities:
  minKernelVersion: 5.15.0
  requiredKernelModules: [nf_nat]
  conflictingKernelModules: [nf_nat]
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
  requiredKernelModules: [nf_nat]
  conflictingKernelModules: [sctp]
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    let Some(cluster) = cx.facts.application.and_then(|application| application.cluster()) else { return };
    let named = |text: &str| text.replace('-', "_");
    let required = texts(cluster.get("requiredKernelModules"));
    let required: SortedMap<String, _> = gather(required.filter_map(|node| Some((named(node.as_text()?), node.span))));
    for node in texts(cluster.get("conflictingKernelModules")) {
        let Some(text) = node.as_text() else { continue };
        if let Some(span) = required.get(&named(text)) {
            let finding = cx.report(node.span, format!("kernel module `{text}` is also required"));
            finding.help("remove the module from one of the lists").related(&file.path, *span, "required here");
        }
    }
}
