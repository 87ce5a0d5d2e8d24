//! Unusual number of network attachments.

use crate::asd::model::texts;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/attachment-count",
    severity: Severity::Warning,
    title: "unusual number of network attachments",
    doc: "An interface has one network attachment. A mated pair of direct interfaces has two, and three if the \
          third bonds the other two, as for the interface type `direct.bond`.",
    sources: &["ASD-54", "ASD-56"],
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
      ipam: userManaged
    inputParamMappings:
      nadNames: [front:nets.a, front:nets.b]
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
    inputParamMappings:
      nadNames: [front:nets.a, front:nets.b]
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
        let Some(node) = point.get("inputParamMappings").and_then(|mappings| mappings.get("nadNames")) else { continue };
        let count = texts(Some(node)).count();
        let interface = point.get("networkInterfaceRealizationRequirements");
        let of = interface.and_then(|interface| interface.get("interfaceType")).and_then(|node| node.as_text());
        let is_bond = of == Some("direct.bond");
        let is_pair = is_bond || interface.is_some_and(super::is_mated_pair);
        let (message, help, severity) = match count {
            4.. => (format!("{count} network attachments"), "an interface has at most three", Severity::Error),
            _ if is_bond && count != 3 => {
                let attachments = if count == 1 { "attachment" } else { "attachments" };
                let message = format!("{count} network {attachments} of a bond");
                (message, "a bond has three: the two direct interfaces and the bond itself", Severity::Warning)
            }
            2 | 3 if !is_pair => {
                let message = format!("{count} network attachments of a single interface");
                (message, "only a mated pair has several: set `interfaceRedundancy`", Severity::Warning)
            }
            _ => continue,
        };
        cx.report(node.span, message).help(help).severity(severity);
    }
}
