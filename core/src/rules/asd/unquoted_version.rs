//! Version written as a number.

use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::syntax::Style;
use crate::syntax::plain::{Plain, typed};

pub static RULE: Rule = Rule {
    code: "asd/unquoted-version",
    severity: Severity::Warning,
    title: "version written as a number",
    doc: "YAML reads `1.0` as a number, which many parsers print as `1`, and `2.10` as `2.1`. Quoted, a version \
          stays as written.",
    sources: &["ASD-12"],
    bad: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: 1.0
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
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
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(application) = cx.facts.application else { return };
    let versions = ["asdVersion", "asdSchemaVersion", "asdApplicationVersion"];
    let own = versions.iter().chain(&["asdId", "asdInvariantId"]).map(|name| (application.root.get(name), *name, true));
    let items = application.items().map(|item| (item.node.get("deploymentItemId"), "deploymentItemId", false));
    let points = application.points().map(|(_, point)| (point.get("id"), "id", false));
    let kernel = application.cluster().map(|cluster| (cluster.get("minKernelVersion"), "minKernelVersion", true));
    let plugins = application.cluster().and_then(|cluster| cluster.get("requiredPlugin"));
    let plugins = plugins.map_or(&[][..], |plugins| plugins.items()).iter();
    let plugins = plugins.map(|plugin| (plugin.get("requiredPluginVersion"), "requiredPluginVersion", true));
    let all: Vec<_> = own.chain(items.collect::<Vec<_>>()).chain(points.collect::<Vec<_>>()).chain(kernel).chain(plugins).collect();
    for (node, name, is_version) in all {
        let Some((node, scalar)) = node.and_then(|node| Some((node, node.as_scalar()?))) else { continue };
        let changes = match typed(scalar) {
            Plain::Float(_) => true,
            // A whole number keeps its digits, but `010` and `0x10` do not.
            Plain::Integer(number) => is_version || number.to_string() != scalar.value,
            _ => false,
        };
        if scalar.style != Style::Plain || !changes {
            continue;
        }
        let key = super::key_of(cx.file, node, name);
        let finding = cx.report(node.span, format!("`{key}` is a number: `{}`", scalar.value));
        let finding = finding.help(format!("quote the value: `\"{}\"`", scalar.value));
        finding.fix_by_quotes("Quote the value", node);
    }
}
