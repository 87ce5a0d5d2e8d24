//! Resource of an unknown chart.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/unknown-resource",
    severity: Severity::Info,
    title: "resource of an unknown chart",
    doc: "`resourceMapping` names the Kubernetes resource of the connection point, as `chart:resource` or by its \
          name alone. The chart must be one of the deployment items.",
    sources: &["ASD-38"],
    bad: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
asdExtCpd:
  - {id: web, description: Customers, virtualLinkRequirement: EndUser, resourceMapping: \"fornt:web\"}
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
  - {id: web, description: Customers, virtualLinkRequirement: EndUser, resourceMapping: \"front:web\"}
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
    for (_, point) in application.points() {
        let Some(node) = point.get("resourceMapping") else { continue };
        let Some((text, (chart, _))) = node.as_text().and_then(|text| Some((text, text.split_once(':')?))) else {
            continue;
        };
        if facts.item_of_chart(chart).is_none() {
            let names = facts.chart_names();
            let finding = cx.report(node.span, format!("no deployment item deploys the chart `{chart}`"));
            let rest = text.strip_prefix(chart).unwrap_or_default();
            let written: Vec<String> = names.iter().map(|name| format!("{name}{rest}")).collect();
            finding.suggest(text, written.iter().map(String::as_str), "name the chart of a deployment item");
        }
    }
}
