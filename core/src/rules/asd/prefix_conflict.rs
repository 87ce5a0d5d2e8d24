//! Parameter inside another parameter.

use std::rc::Rc;

use crate::sorted_map::SortedMap;
use crate::asd::model::{is_values_path, mapped, values_path};
use crate::sorting::gather;
use crate::text::Span;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/prefix-conflict",
    severity: Severity::Warning,
    title: "parameter inside another parameter",
    doc: "One parameter contains the other: `service` is a mapping with `service.port`. No values file can set \
          both, and SO-CNFM fails with a `ClassCastException`.",
    sources: &["ASD-31"],
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
    artifactId: charts/front-1.0.tgz
    lifecycleParameters: [service, service.port]
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
    lifecycleParameters: [service.name, service.port]
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let (file, facts) = (cx.file, Rc::clone(&cx.facts));
    let Some(application) = facts.application else { return };
    // The paths that are written by deployment item, with their locations.
    let mut written: SortedMap<usize, SortedMap<&str, Span>> = SortedMap::new();
    for (number, item) in application.items().enumerate() {
        let own = item.parameters().filter_map(|node| Some((values_path(node.as_text()?), node.span)));
        // Another rule reports a malformed path.
        written.insert(number, gather(own.filter(|(path, _)| is_values_path(path))));
    }
    for mapped in application.points().flat_map(|(_, point)| mapped(point)) {
        let Some((chart, path)) = mapped.target() else { continue };
        let Some(number) = facts.item_of_chart(chart) else { continue };
        // Two writers of the same parameter are reported by another rule.
        written.entry(number).or_default().entry(path).or_insert(mapped.node.span);
    }
    for known in written.values() {
        // The parameters inside each outer one.
        let mut inside: SortedMap<&str, Vec<(&str, Span)>> = SortedMap::new();
        for (path, span) in known {
            let mut prefixes = path.match_indices('.').map(|(dot, _)| &path[..dot]);
            if let Some(outer) = prefixes.find(|prefix| known.contains_key(prefix)) {
                inside.entry(outer).or_default().push((path, *span));
            }
        }
        for (outer, inner) in inside {
            let Some(((path, span), outer_span)) = inner.first().zip(known.get(outer)) else { continue };
            let message = match inner.len() {
                1 => format!("parameter `{path}` is inside the parameter `{outer}`"),
                count => format!("parameter `{path}` and {} more are inside the parameter `{outer}`", count - 1),
            };
            let finding = cx.report(*span, message);
            finding.help("list only one of them").related(&file.path, *outer_span, "the outer parameter");
        }
    }
}
