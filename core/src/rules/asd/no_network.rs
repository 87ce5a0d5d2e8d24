//! Connection point without a network.

use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "asd/no-network",
    severity: Severity::Error,
    title: "connection point without a network",
    doc: "A connection point names at least one network in `virtualLinkRequirement`, so that the operator can \
          decide what to connect it to.",
    sources: &["ASD-35"],
    bad: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
asdExtCpd:
  - {id: web, description: Customers, virtualLinkRequirement: []}
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
  - {id: web, description: Customers, virtualLinkRequirement: [EndUser]}
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(application) = cx.facts.application else { return };
    let is_blank = |node: &Node| node.as_text().is_some_and(|text| text.trim().is_empty());
    for (_, point) in application.points() {
        let Some(node) = point.get("virtualLinkRequirement") else { continue };
        let is_empty = node.as_sequence().is_some_and(|list| list.items.iter().all(is_blank));
        if is_empty || is_blank(node) && !node.span.is_empty() {
            cx.report(node.span, "connection point without a network").help("name the network: `EndUser`, `OAM` or another name");
        }
    }
}
