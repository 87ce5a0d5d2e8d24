//! Network in two spellings.

use crate::sorted_map::SortedMap;
use crate::sorting::gather;
use crate::asd::model::texts;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::syntax::Node;
use crate::text::Span;

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
    let mut first: SortedMap<String, (&str, Option<Span>)> =
        gather(KNOWN.iter().map(|name| (folded(name), (*name, None))));
    for (_, point) in application.points() {
        let networks: Vec<&Node> = texts(point.get("virtualLinkRequirement")).collect();
        for node in &networks {
            let Some(text) = node.as_text().filter(|text| !text.trim().is_empty()) else { continue };
            let (known, before) = *first.entry(folded(text)).or_insert((text, Some(node.span)));
            if known == text {
                first.insert(folded(text), (known, before.or(Some(node.span))));
                continue;
            }
            let finding = cx.report(node.span, format!("network `{text}` is also spelled `{known}`"));
            // The other spelling in its place would list one network twice.
            let is_listed = networks.iter().any(|other| other.as_text() == Some(known));
            let finding = if is_listed {
                finding.help("remove it")
            } else {
                finding.help(format!("write `{known}`")).replace_name(text, known)
            };
            if let Some(before) = before {
                finding.related(&file.path, before, "the other spelling");
            }
        }
    }
}
