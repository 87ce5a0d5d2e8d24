//! Data that the chart already has.

use crate::asd::form::{Form, name_in};
use crate::asd::removed::is_chart_data;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::schema::ViolationKind;

pub static RULE: Rule = Rule {
    code: "asd/chart-data",
    severity: Severity::Info,
    title: "data that the chart already has",
    doc: "A descriptor does not repeat the contents of its charts. Replicas, images and ports belong in the values \
          of the chart; in the descriptor, they are ignored and become outdated.",
    sources: &["ASD-16"],
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
    replicas: 3
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
    let form = cx.facts.application.map_or(Form::Plain, |application| application.form);
    let parameters = name_in("lifecycleParameters", form);
    for violation in cx.file.violations() {
        let ViolationKind::UnknownKey { key, .. } = &violation.kind else { continue };
        if is_chart_data(cx.file, violation) {
            let finding = cx.report(violation.span, format!("`{key}` belongs to the values of the chart"));
            finding.help(format!("remove the key, and list the parameter in `{parameters}` if it can be set"));
        }
    }
}
