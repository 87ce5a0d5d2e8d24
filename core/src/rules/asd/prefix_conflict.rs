//! Parameter inside another parameter.

use std::collections::BTreeMap;

use crate::sorting::gather;
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
    let file = cx.file;
    let Some(application) = cx.facts.application else { return };
    for item in application.items() {
        let known: BTreeMap<&str, _> = gather(item.parameters().filter_map(|node| Some((node.as_text()?, node.span))));
        for (path, span) in &known {
            let prefixes = path.match_indices('.').map(|(dot, _)| &path[..dot]);
            for prefix in prefixes {
                if let Some(outer) = known.get(prefix).filter(|_| !prefix.is_empty()) {
                    let finding = cx.report(*span, format!("parameter `{path}` is inside the parameter `{prefix}`"));
                    finding.help("list only one of them").related(&file.path, *outer, "the outer parameter");
                    break;
                }
            }
        }
    }
}
