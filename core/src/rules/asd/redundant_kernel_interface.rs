//! Redundancy of a kernel interface.

use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/redundant-kernel-interface",
    severity: Severity::Warning,
    title: "redundancy of a kernel interface",
    doc: "A mated pair is two direct interfaces, one for each switch plane. An interface of type `kernel.netdev` \
          is a single one whose redundancy the infrastructure provides.",
    sources: &["ASD-46"],
    bad: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
asdExtCpd:
  - id: web
    description: Customers
    virtualLinkRequirement: EndUser
    networkInterfaceRealizationRequirements:
      interfaceRedundancy: activePassiveBond
enhancedClusterCapabilities:
  minKernelVersion: 5.15.0
  requiredPlugin: [{requiredPluginName: multus}]
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
asdExtCpd:
  - id: web
    description: Customers
    virtualLinkRequirement: EndUser
    networkInterfaceRealizationRequirements:
      interfaceType: direct.kerneldriver
      interfaceRedundancy: activePassiveBond
enhancedClusterCapabilities:
  minKernelVersion: 5.15.0
  requiredPlugin: [{requiredPluginName: multus}]
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(application) = cx.facts.application else { return };
    for (_, point) in application.points() {
        let Some(interface) = point.get("networkInterfaceRealizationRequirements") else { continue };
        let of = interface.get("interfaceType").and_then(|node| node.as_text()).unwrap_or("kernel.netdev");
        let Some(node) = interface.get("interfaceRedundancy") else { continue };
        if of == "kernel.netdev" && super::is_mated_pair(interface) {
            let text = node.as_text().unwrap_or_default();
            let finding = cx.report(node.span, format!("`{text}` for an interface of type `kernel.netdev`"));
            finding.help("use a direct interface, or the redundancy `infraProvided`");
        }
    }
}
