//! String in place of a list.

use crate::diagnostic::{Safety, Severity};
use crate::rules::asd::{Check, Rule};
use crate::syntax::Node;
use crate::syntax::patch::list::Items;

pub static RULE: Rule = Rule {
    code: "asd/text-for-list",
    severity: Severity::Warning,
    title: "string in place of a list",
    doc: "The attribute is a list. Some products read a single string as a list with one item; others reject it.",
    sources: &["ASD-27", "ASD-49"],
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
    lifecycleParameters: replicas
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
    lifecycleParameters: [replicas]
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(application) = cx.facts.application else { return };
    for item in application.items() {
        report(cx, item.node, "lifecycleParameters", Severity::Warning);
    }
    for (_, point) in application.points() {
        let Some(mappings) = point.get("inputParamMappings") else { continue };
        ["externalIPs", "nadNames"].iter().for_each(|name| report(cx, mappings, name, Severity::Info));
    }
}

fn report(cx: &mut Check<'_>, node: &Node, name: &str, severity: Severity) {
    let Some(value) = node.get(name) else { return };
    if value.is_null() || value.as_text().is_none() {
        return;
    }
    let (key, file) = (super::key_of(cx.file, value, name), cx.file);
    let finding = cx.report(value.span, format!("`{key}` is a string, not a list")).severity(severity).help("write a list with one item");
    let path = file.path_at(value.span.start as usize);
    finding.fix_by("Convert to a list", Safety::Unsafe, |draft| draft.enlist(&path, Items::One));
}
