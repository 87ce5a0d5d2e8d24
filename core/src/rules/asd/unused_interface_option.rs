//! Option of another interface type.

use crate::asd::form::value_in_model;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/unused-interface-option",
    severity: Severity::Warning,
    title: "option of another interface type",
    doc: "`interfaceOptions` apply to interfaces of type `userspace`, and `nicOptions` to those of type \
          `direct.userdriver`. For other types, they have no effect.",
    sources: &["ASD-44", "ASD-47"],
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
      interfaceOptions: [virtio]
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
      interfaceType: userspace
      interfaceOptions: [virtio]
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
    let file = cx.file;
    let Some(application) = cx.facts.application else { return };
    for (_, point) in application.points() {
        let Some(interface) = point.get("networkInterfaceRealizationRequirements") else { continue };
        let of = interface.get("interfaceType").and_then(|node| node.as_text());
        let of = of.map_or("kernel.netdev", |of| value_in_model("interfaceType", of));
        // Another value is reported as such.
        if !matches!(of, "kernel.netdev" | "direct.userdriver" | "direct.kerneldriver" | "direct.bond" | "userspace") {
            continue;
        }
        for (name, wanted) in [("interfaceOptions", "userspace"), ("nicOptions", "direct.userdriver")] {
            let Some(entry) = interface.entry(name).filter(|_| of != wanted) else { continue };
            let key = entry.key.span.of(&file.text);
            let finding = cx.report(entry.key.span, format!("`{key}` of an interface of type `{of}`"));
            finding.help(format!("`{key}` applies to interfaces of type `{wanted}`"));
        }
    }
}
