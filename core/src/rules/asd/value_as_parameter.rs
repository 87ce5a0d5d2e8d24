//! Value in place of a parameter.

use std::net::IpAddr;
use std::rc::Rc;

use crate::asd::chart::Chart;
use crate::asd::model::mapped;
use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/value-as-parameter",
    severity: Severity::Warning,
    title: "value in place of a parameter",
    doc: "A mapping names the parameter of a chart that receives the address or the network, not the value itself, \
          which is only known when the application is deployed. Both samples of ONAP contain values.",
    sources: &["ASD-51"],
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
      loadbalancerIP: 192.0.2.7
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
    /// The most parameters that are offered.
    const MAX_OFFERED: usize = 5;
    let facts = Rc::clone(&cx.facts);
    let Some(application) = facts.application else { return };
    for mapped in application.points().flat_map(|(_, point)| mapped(point)) {
        let Some(text) = mapped.node.as_text() else { continue };
        let is_address = text.parse::<IpAddr>().is_ok();
        if !is_value(mapped.attribute, text) {
            continue;
        }
        let what = if is_address { "an address" } else { "a value" };
        let attribute = super::key_at(cx.file, mapped.node).unwrap_or_else(|| mapped.attribute.to_owned());
        let finding = cx.report(mapped.node.span, format!("`{attribute}` is {what}, not a parameter: `{text}`"));
        let mut finding = finding.help("write the chart and a path in its values: `chart:service.address`");
        let charts: Vec<&Chart> =
            (0..application.items().count()).filter_map(|number| facts.charts().chart(number)).collect();
        let words = words(mapped.attribute);
        let is_meant = |path: &String| words.iter().any(|word| path.to_lowercase().contains(word));
        let offered = charts.iter().flat_map(|chart| {
            let paths = chart.paths().into_iter().filter(is_meant);
            paths.map(move |path| format!("{}:{path}", chart.name))
        });
        for path in offered.take(MAX_OFFERED) {
            let edit = TextEdit::replace(mapped.node.span, path.clone());
            finding = finding.fix(format!("Replace with `{path}`"), Safety::Unsafe, edit);
        }
    }
}

/// Whether this is an address, or the plain name of a network attachment or namespace, rather than a malformed parameter.
pub fn is_value(attribute: &str, text: &str) -> bool {
    // The samples of ONAP even have blanks in names.
    let is_name = || attribute.starts_with("nad") && !text.contains([':', '.']) && !text.trim().is_empty();
    text.split('/').next().is_some_and(|address| address.parse::<IpAddr>().is_ok()) || is_name()
}

/// Words in the names of parameters that typically receive the value.
fn words(attribute: &str) -> &'static [&'static str] {
    match attribute {
        "loadbalancerIP" => &["loadbalancer", "address", "ip"],
        "externalIPs" => &["externalip", "address", "ip"],
        "nadNamespace" => &["namespace"],
        _ => &["nad", "network", "attachment", "nets", "name"],
    }
}
