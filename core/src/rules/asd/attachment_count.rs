//! Unusual number of network attachments.

use crate::asd::form::{name_in, value_in_model};
use crate::asd::model::texts;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::syntax::Node;

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

const OF_A_BOND: &str = "a bond has three: the two direct interfaces and the bond itself";

/// Whether an interface is certainly not a mated pair.
fn is_single(interface: &Node) -> bool {
    const EARLIER: [&str; 6] = [
        "networkRedundancy",
        "redundancyMethod",
        "switchPlane",
        "network_redundancy",
        "redundancy_method",
        "switch_plane",
    ];
    let text = |key: &str| interface.get(key).filter(|node| !node.is_null()).and_then(Node::as_text);
    let redundancy = text("interfaceRedundancy").map(|text| value_in_model("interfaceRedundancy", text));
    let of = text("interfaceType").map(|text| value_in_model("interfaceType", text));
    matches!(redundancy, None | Some("infraProvided" | "Left" | "Right"))
        && matches!(of, None | Some("kernel.netdev" | "direct.userdriver" | "direct.kerneldriver" | "userspace"))
        && EARLIER.iter().all(|key| interface.entry(key).is_none())
}

fn check(cx: &mut Check<'_>) {
    let Some(application) = cx.facts.application else { return };
    for (_, point) in application.points() {
        let interface = point.get("networkInterfaceRealizationRequirements");
        let of = interface.and_then(|interface| interface.get("interfaceType"));
        let bond = of.filter(|of| of.as_text() == Some("direct.bond"));
        let is_bond = bond.is_some();
        let Some(node) = point.get("inputParamMappings").and_then(|mappings| mappings.get("nadNames")) else {
            if let Some(bond) = bond {
                cx.report(bond.span, "a bond without network attachments").help(OF_A_BOND).severity(Severity::Warning);
            }
            continue;
        };
        let count = texts(Some(node)).count();
        let is_pair = is_bond || interface.is_some_and(super::is_mated_pair);
        let (message, help, severity) = match count {
            4.. => (format!("{count} network attachments"), "an interface has at most three", Severity::Error),
            _ if is_bond && count != 3 => {
                let attachments = if count == 1 { "attachment" } else { "attachments" };
                let message = format!("{count} network {attachments} of a bond");
                (message, OF_A_BOND, Severity::Warning)
            }
            // A removed or unknown kind of redundancy is reported as such.
            2 | 3 if !is_pair && interface.is_none_or(is_single) => {
                let message = format!("{count} network attachments of a single interface");
                let key = name_in("interfaceRedundancy", application.form);
                cx.report(node.span, message).help(format!("only a mated pair has several: set `{key}`"));
                continue;
            }
            _ => continue,
        };
        cx.report(node.span, message).help(help).severity(severity);
    }
}
