//! Mapping to an artifact that is not a chart.

use std::rc::Rc;

use crate::asd::model::mapped;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/mapping-without-chart",
    severity: Severity::Info,
    title: "mapping to an artifact that is not a chart",
    doc: "The format of mapped parameters is only defined for Helm charts: `chart:path.parameter`. A mapping to an \
          artifact of Terraform or a Helmfile cannot be checked, and its value has no place in a preview.",
    sources: &["ASD-61"],
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
    inputParamMappings:
      loadbalancerIP: network:address
deploymentItems:
  - deploymentItemId: network
    artifactType: terraform
    artifactId: plans/network
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
    let facts = Rc::clone(&cx.facts);
    let Some(application) = facts.application else { return };
    for mapped in application.points().flat_map(|(_, point)| mapped(point)) {
        let Some((name, _)) = mapped.target() else { continue };
        let item = facts.item_of_chart(name).and_then(|number| application.items().nth(number));
        // An unknown type is reported as such.
        let of = item.and_then(|item| item.text("artifactType"));
        let Some(of) = of.filter(|of| matches!(*of, "helmfile" | "terraform" | "crd")) else { continue };
        let finding = cx.report(mapped.node.span, format!("`{name}` is an artifact of type `{of}`, not a chart"));
        finding.help("map the connection point to a parameter of a chart; other mappings cannot be checked");
    }
}
