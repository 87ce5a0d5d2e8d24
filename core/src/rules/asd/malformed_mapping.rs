//! Malformed parameter mapping.

use crate::asd::model::mapped;
use crate::diagnostic::Severity;
use crate::rules::asd::value_as_parameter::is_value;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/malformed-mapping",
    severity: Severity::Error,
    title: "malformed parameter mapping",
    doc: "A mapping names a parameter of a chart as `chart:path.parameter`. Names of sub-charts and parent \
          parameters come before the parameter, separated by dots.",
    sources: &["ASD-50"],
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
      loadbalancerIP: \"front:service..address\"
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
      loadbalancerIP: \"front:service.address\"
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(application) = cx.facts.application else { return };
    for mapped in application.points().flat_map(|(_, point)| mapped(point)).collect::<Vec<_>>() {
        let Some(text) = mapped.node.as_text() else { continue };
        // Another rule reports a value.
        if mapped.target().is_some() || is_value(mapped.attribute, text) {
            continue;
        }
        let finding = cx.report(mapped.node.span, format!("malformed parameter mapping `{text}`"));
        finding.help("write the chart and a path in its values: `chart:service.address`");
    }
}
