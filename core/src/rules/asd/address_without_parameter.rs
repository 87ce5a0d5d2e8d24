//! No parameter for the address.

use crate::asd::form::name_in;
use crate::asd::model::unreceived_address;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/address-without-parameter",
    severity: Severity::Warning,
    title: "no parameter for the address",
    doc: "With `ipam: orchestrated`, the orchestrator assigns the address and writes it to a parameter of a chart, \
          which `externalIPs` or `loadbalancerIP` must name.",
    sources: &["ASD-58"],
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
      ipam: orchestrated
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
      ipam: orchestrated
    inputParamMappings:
      externalIPs: [front:service.address]
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
        if let Some(node) = unreceived_address(point) {
            let finding = cx.report(node.span, "no parameter receives the orchestrated address");
            finding.help(format!("name a parameter in `{}` of the parameter mappings", name_in("externalIPs", application.form)));
        }
    }
}
