//! Interface without its counterpart.

use crate::asd::form::value_in_model;
use crate::asd::model::texts;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::syntax::{Node, NodePath};

pub static RULE: Rule = Rule {
    code: "asd/unpaired-side",
    severity: Severity::Warning,
    title: "interface without its counterpart",
    doc: "`Left` and `Right` connect an interface to one of two switch planes, so that a pair of connection points \
          to the same network is redundant. The counterpart on the other side is missing.",
    sources: &["ASD-48"],
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
      interfaceRedundancy: Left
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
      interfaceRedundancy: Left
  - id: web2
    description: Customers
    virtualLinkRequirement: EndUser
    networkInterfaceRealizationRequirements:
      interfaceRedundancy: Right
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
    let side = |point: &'_ Node| {
        let interface = point.get("networkInterfaceRealizationRequirements")?;
        let text = interface.get("interfaceRedundancy")?.as_text()?;
        Some(value_in_model("interfaceRedundancy", text).to_owned())
    };
    let links = |point: &Node| -> Vec<String> {
        texts(point.get("virtualLinkRequirement")).filter_map(|node| Some(node.as_text()?.to_lowercase())).collect()
    };
    for (_, point) in application.points() {
        let Some(own) = side(point) else { continue };
        let other = match own.as_str() {
            "Left" => "Right",
            "Right" => "Left",
            _ => continue,
        };
        let own_links = links(point);
        let is_counterpart = |(_, there): &(NodePath, &Node)| {
            side(there).as_deref() == Some(other) && links(there).iter().any(|link| own_links.contains(link))
        };
        if application.points().any(|point| is_counterpart(&point)) {
            continue;
        }
        let interface = point.get("networkInterfaceRealizationRequirements");
        if let Some(node) = interface.and_then(|interface| interface.get("interfaceRedundancy")) {
            let finding = cx.report(node.span, format!("no connection point to the same network is `{other}`"));
            finding.help("add the counterpart, or use the redundancy `infraProvided`");
        }
    }
}
