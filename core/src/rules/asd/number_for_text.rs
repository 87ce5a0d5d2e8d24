//! Number in place of a string.

use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::asd::model::texts;
use crate::syntax::Style;
use crate::syntax::plain::{Plain, typed};

pub static RULE: Rule = Rule {
    code: "asd/number-for-text",
    severity: Severity::Error,
    title: "number in place of a string",
    doc: "Networks, lifecycle parameters, names and descriptions are strings. A plain number or boolean is another value in YAML; products \
          that read strings reject it or print it differently.",
    sources: &["ASD-14", "ASD-27", "ASD-33", "ASD-34", "ASD-35", "ASD-38"],
    bad: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front
    lifecycleParameters: [8080]
",
    good: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front
    lifecycleParameters: [\"8080\"]
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(application) = cx.facts.application else { return };
    let networks = application.points().flat_map(|(_, point)| texts(point.get("virtualLinkRequirement")));
    let networks = networks.map(|node| (node, "network"));
    let parameters = application.items().flat_map(|item| item.parameters()).map(|node| (node, "parameter"));
    let of_points = application.points().flat_map(|(_, point)| {
        let texts = ["id", "description", "resourceMapping"].into_iter();
        texts.filter_map(|name| Some((point.get(name)?, "text"))).collect::<Vec<_>>()
    });
    let names = ["asdProvider", "asdApplicationName", "asdApplicationInfoName", "asdInfoDescription"];
    let names = names.iter().filter_map(|name| Some((application.root.get(name)?, "text")));
    for (node, what) in networks.chain(of_points).chain(parameters).chain(names).collect::<Vec<_>>() {
        let Some(scalar) = node.as_scalar().filter(|scalar| scalar.style == Style::Plain) else { continue };
        let of = match typed(scalar) {
            Plain::Bool(_) => "a boolean",
            Plain::Integer(_) | Plain::Float(_) => "a number",
            Plain::Null | Plain::Text(_) => continue,
        };
        let finding = cx.report(node.span, format!("{what} `{}` is {of}, not a string", scalar.value));
        finding.help(format!("quote the value: `\"{}\"`", scalar.value)).fix_by_quotes("Quote the value", node);
    }
}
