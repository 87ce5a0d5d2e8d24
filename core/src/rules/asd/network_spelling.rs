//! Network in two spellings.

use crate::sorted_map::SortedMap;
use crate::sorting::gather;
use crate::asd::model::texts;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/network-spelling",
    severity: Severity::Warning,
    title: "inconsistent spelling of a network",
    doc: "Networks are compared as written, so `endUser` and `EndUser` are two networks. The page names `OAM`, \
          `EndUser`, `backhaul` and `LI` as examples.",
    sources: &["ASD-36"],
    bad: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
asdExtCpd:
  - {id: web, description: Customers, virtualLinkRequirement: EndUser}
  - {id: app, description: Partners, virtualLinkRequirement: enduser}
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
  - {id: web, description: Customers, virtualLinkRequirement: EndUser}
  - {id: app, description: Partners, virtualLinkRequirement: EndUser}
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    check,
};

fn check(cx: &mut Check<'_>) {
    /// The names that the page gives as examples.
    const KNOWN: [&str; 4] = ["OAM", "EndUser", "backhaul", "LI"];
    let file = cx.file;
    let Some(application) = cx.facts.application else { return };
    let folded = |text: &str| text.to_lowercase().replace(['-', '_', ' '], "");
    let mut first: SortedMap<String, (&str, Option<crate::text::Span>)> =
        gather(KNOWN.iter().map(|name| (folded(name), (*name, None))));
    for node in application.points().flat_map(|(_, point)| texts(point.get("virtualLinkRequirement"))) {
        let Some(text) = node.as_text().filter(|text| !text.trim().is_empty()) else { continue };
        match first.get(&folded(text)) {
            Some((known, before)) if *known != text => {
                let finding = cx.report(node.span, format!("network `{text}` is also spelled `{known}`"));
                let finding = finding.help(format!("write `{known}`")).replace_name(text, known);
                if let Some(before) = before {
                    finding.related(&file.path, *before, "the other spelling");
                }
            }
            Some((known, None)) => {
                let known = (*known, Some(node.span));
                first.insert(folded(text), known);
            }
            Some(_) => {}
            None => drop(first.insert(folded(text), (text, Some(node.span)))),
        }
    }
}
