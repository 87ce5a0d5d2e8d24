//! Parameter with two writers.

use std::rc::Rc;

use crate::sorted_map::SortedMap;
use crate::asd::model::{mapped, values_path};
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/two-writers",
    severity: Severity::Warning,
    title: "parameter with two writers",
    doc: "The parameter receives two values: from two connection points, or from a connection point and a \
          lifecycle parameter. One of them overwrites the other.",
    sources: &["ASD-59", "ASD-60"],
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
      loadbalancerIP: front:service.address
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
    lifecycleParameters: [service.address]
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
    lifecycleParameters: [service.port]
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let (file, facts) = (cx.file, Rc::clone(&cx.facts));
    let Some(application) = facts.application else { return };
    let mut writers = SortedMap::new();
    for mapped in application.points().flat_map(|(_, point)| mapped(point)) {
        let Some((chart, path)) = mapped.target() else { continue };
        let item = facts.item_of_chart(chart);
        // Several charts that are not items are told apart by their names.
        let key = (item, if item.is_none() { chart } else { "" }, path);
        match writers.get(&key) {
            Some(span) => {
                let message = format!("`{chart}:{path}` already receives another value");
                let finding = cx.report(mapped.node.span, message).help("use another parameter");
                finding.related(&file.path, *span, "the other value");
            }
            None => drop(writers.insert(key, mapped.node.span)),
        }
    }
    for (number, item) in application.items().enumerate() {
        for node in item.parameters() {
            let Some(path) = node.as_text().map(values_path) else { continue };
            if let Some(span) = writers.get(&(Some(number), "", path)) {
                let finding = cx.report(node.span, format!("`{path}` also receives a value from a connection point"));
                finding.help("remove the parameter from the lifecycle parameters").related(&file.path, *span, "written here");
            }
        }
    }
}
