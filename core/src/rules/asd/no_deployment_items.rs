//! No deployment items.

use crate::asd::form::nodes;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/no-deployment-items",
    severity: Severity::Error,
    title: "no deployment items",
    doc: "A descriptor without deployment items deploys nothing. It needs at least one, in a template as an \
          artifact of the node.",
    sources: &["ASD-15"],
    bad: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
deploymentItems: []
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
    if application.items().next().is_some() {
        return;
    }
    let section = application.root.entry("deploymentItems");
    let span = match section {
        Some(entry) if entry.value.as_sequence().is_some() => entry.key.span,
        // Another form is reported with the schema, and so is a missing section of the plain form.
        Some(_) => return,
        None if !application.form.is_template() => return,
        None => match cx.file.root.as_ref().and_then(|root| nodes(root).next()) {
            Some((name, ..)) => name.span,
            None => return,
        },
    };
    let section = if application.form.is_template() { "artifacts" } else { "deploymentItems" };
    cx.report(span, "no deployment items").help(format!("add the charts to deploy under `{section}`"));
}
