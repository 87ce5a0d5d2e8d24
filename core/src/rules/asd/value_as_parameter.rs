//! Value in place of a parameter.

use std::net::IpAddr;
use std::rc::Rc;

use crate::asd::command::mapping::{Receiver, rank};
use crate::asd::model::mapped;
use crate::diagnostic::{Safety, Severity};
use crate::rules::asd::{Check, Rule};
use crate::sorted_map::SortedMap;
use crate::sorting::Sorting;

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
    let mut offered: SortedMap<&str, Vec<String>> = SortedMap::new();
    for mapped in application.points().flat_map(|(_, point)| mapped(point)) {
        let Some(text) = mapped.node.as_text() else { continue };
        let is_address = text.parse::<IpAddr>().is_ok();
        if !is_value(mapped.attribute, text) {
            continue;
        }
        let path = cx.file.path_at(mapped.node.span.start as usize);
        let what = if is_address { "an address" } else { "a value" };
        let attribute = super::key_at(cx.file, mapped.node).unwrap_or_else(|| mapped.attribute.to_owned());
        let finding = cx.report(mapped.node.span, format!("`{attribute}` is {what}, not a parameter: `{text}`"));
        let mut finding = finding.help("write the chart and a path in its values: `chart:service.address`");
        let known = offered.entry(mapped.attribute).or_insert_with(|| ranked(facts.receivers(mapped.attribute), mapped.attribute));
        for text in known.iter().take(MAX_OFFERED) {
            finding = finding.fix_by(format!("Replace with `{text}`"), Safety::Unsafe, |draft| {
                draft.replace(&path, &text.as_str().into())
            });
        }
    }
}

/// The mappings to the parameters that typically receive the values of an attribute, the likeliest first.
fn ranked(all: Vec<Receiver>, attribute: &str) -> Vec<String> {
    let mut meant: Vec<_> = all.into_iter().filter_map(|one| Some((rank(attribute, &one.path)?, !one.is_typed, one))).collect();
    // Parameters that are equally likely stay in the order of the deployment items.
    meant.order_by_key(|(rank, is_open, _)| (*rank, *is_open));
    meant.into_iter().map(|(.., one)| format!("{}:{}", one.chart, one.path)).collect()
}

/// Whether this is an address, or the plain name of a network attachment or namespace, rather than a malformed parameter.
pub fn is_value(attribute: &str, text: &str) -> bool {
    // The samples of ONAP even have blanks in names.
    let is_name = || attribute.starts_with("nad") && !text.contains([':', '.']) && !text.trim().is_empty();
    text.split('/').next().is_some_and(|address| address.parse::<IpAddr>().is_ok()) || is_name()
}
