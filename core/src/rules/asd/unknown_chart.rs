//! Mapping to an unknown chart.

use std::rc::Rc;

use crate::asd::chart::Unreadable;
use crate::asd::model::{DeploymentItem, mapped};
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "asd/unknown-chart",
    severity: Severity::Error,
    title: "mapping to an unknown chart",
    doc: "The chart before the colon must be one of the deployment items: by the name in its `Chart.yaml`, or by \
          its file name without the version.",
    sources: &["ASD-52"],
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
      loadbalancerIP: fornt:service.address
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
    let facts = Rc::clone(&cx.facts);
    let Some(application) = facts.application else { return };
    // Without any item, only that is reported.
    if application.items().next().is_none() {
        return;
    }
    // An item without an artifact, which is reported as such, could deploy any chart.
    let has_artifact = |item: DeploymentItem<'_>| {
        let artifact = item.node.get("artifactId").filter(|node| !node.is_null());
        artifact.and_then(Node::as_text).is_some_and(|text| !text.trim().is_empty())
    };
    if application.items().any(|item| item.is_chart() && !has_artifact(item)) {
        return;
    }
    // So could a chart whose name cannot be read, which is reported as well.
    let is_nameless = |number| matches!(facts.chart(number), Some(Err(Unreadable::Damaged | Unreadable::Malformed)));
    if (0..application.items().count()).any(is_nameless) {
        return;
    }
    for mapped in application.points().flat_map(|(_, point)| mapped(point)) {
        let Some((chart, path)) = mapped.target() else { continue };
        let is_address = mapped.node.as_text().is_some_and(|text| text.parse::<std::net::IpAddr>().is_ok());
        if facts.item_of_chart(chart).is_some() || is_address {
            continue;
        }
        let names = facts.chart_names();
        let finding = cx.report(mapped.node.span, format!("no deployment item deploys the chart `{chart}`"));
        let written: Vec<String> = names.iter().map(|name| format!("{name}:{path}")).collect();
        let listed: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let otherwise = if listed.is_empty() {
            "add the chart to the deployment items".to_owned()
        } else {
            format!("charts of the deployment items: {}", listed.join(", "))
        };
        let text = mapped.node.as_text().unwrap_or_default();
        finding.suggest(text, written.iter().map(String::as_str), &otherwise);
    }
}
