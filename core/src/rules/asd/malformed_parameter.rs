//! Malformed lifecycle parameter.

use crate::asd::model::{is_values_path, values_path};
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/malformed-parameter",
    severity: Severity::Warning,
    title: "malformed lifecycle parameter",
    doc: "A lifecycle parameter is a path in the values of the chart: `service.port`. In templates, the same value \
          is written `.Values.service.port`; SO-CNFM splits the path at its dots and would write a value under an \
          empty key.",
    sources: &["ASD-29"],
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
    lifecycleParameters: [.Values.replicas]
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
    for node in application.items().flat_map(|item| item.parameters()).collect::<Vec<_>>() {
        let Some(text) = node.as_text() else { continue };
        let rest = values_path(text);
        let is_path = is_values_path(rest);
        if rest != text && is_path {
            let finding = cx.report(node.span, format!("parameter `{text}` starts like a template expression"));
            finding.help(format!("write the path in the values: `{rest}`")).replace_name(text, rest);
        } else if !is_path {
            let finding = cx.report(node.span, format!("malformed parameter `{text}`")).severity(Severity::Error);
            finding.help("write a path in the values of the chart: `service.port`");
        }
    }
}
