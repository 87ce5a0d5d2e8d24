//! Connection point of two kinds.

use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/mixed-interface",
    severity: Severity::Warning,
    title: "connection point of two kinds",
    doc: "A connection point is either a secondary network interface, with a configuration and network \
          attachments, or a service with the address of a load balancer.",
    sources: &["ASD-37"],
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
      ipam: infraProvided
    inputParamMappings:
      loadbalancerIP: front:service.address
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
    inputParamMappings:
      loadbalancerIP: front:service.address
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
        let Some(mappings) = point.get("inputParamMappings") else { continue };
        let Some(balancer) = mappings.entry("loadbalancerIP") else { continue };
        let interface = point.entry("networkInterfaceRealizationRequirements");
        let secondary = interface.or_else(|| mappings.entry("nadNames")).or_else(|| mappings.entry("nadNamespace"));
        if let Some(secondary) = secondary {
            let key = file_text(file, balancer.key.span);
            let finding = cx.report(balancer.key.span, format!("`{key}` of a secondary network interface"));
            let finding = finding.help("describe the service and the interface as two connection points");
            finding.related(&file.path, secondary.key.span, "this belongs to a secondary interface");
        }
    }
}

fn file_text(file: &crate::workspace::SourceFile, span: crate::text::Span) -> &str {
    span.of(&file.text)
}
