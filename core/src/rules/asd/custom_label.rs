//! Label that is not a standard one.

use crate::asd::label;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/custom-label",
    severity: Severity::Info,
    title: "nonstandard label",
    doc: "The ONAP page recommends the labels of node feature discovery, such as \
          `feature.node.kubernetes.io/cpu-cpuid.AESNI`, which clusters of all operators have. Other labels must be \
          agreed upon with each operator.",
    sources: &["ASD-70"],
    bad: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
enhancedClusterCapabilities:
  minKernelVersion: 5.15.0
  clusterLabels: [gpu]
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
  clusterLabels: [feature.node.kubernetes.io/gpu]
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    check,
};

fn check(cx: &mut Check<'_>) {
    /// Labels that Kubernetes and node feature discovery set themselves.
    const STANDARD: [&str; 3] = ["node.kubernetes.io/", "nfd.node.kubernetes.io/", "kubernetes.io/"];
    let Some(cluster) = cx.facts.application.and_then(|application| application.cluster()) else { return };
    for (span, label) in label::labels(cluster) {
        let domain = label.key.split_once('/').map_or("", |(domain, _)| domain);
        let is_standard = domain.ends_with("kubernetes.io") || STANDARD.iter().any(|own| label.key.starts_with(own));
        if !is_standard && label.suffix().is_none() && label::is_key(&label.key) {
            let finding = cx.report(span, format!("`{}` is not a standard label", label.key));
            finding.help("if possible, use one of node feature discovery: `feature.node.kubernetes.io/...`");
        }
    }
}
