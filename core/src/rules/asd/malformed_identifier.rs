//! Identifier that is not a UUID.

use crate::asd::form::Form;
use crate::diagnostic::Severity;
use crate::identity::is_uuid;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/malformed-identifier",
    severity: Severity::Warning,
    title: "identifier that is not a UUID",
    doc: "The data models of ONAP and O-RAN define the identifiers of a descriptor as UUIDs (RFC 4122): 32 \
          hexadecimal digits in groups of 8, 4, 4, 4 and 12. Other identifiers are an error in the O-RAN form.",
    sources: &["ASD-06"],
    bad: "\
asdId: shop-1
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
    let severity = if application.form == Form::Wg6 { Severity::Error } else { Severity::Warning };
    for name in ["asdId", "asdInvariantId"] {
        let Some(node) = application.root.get(name).filter(|node| !node.is_null()) else { continue };
        let Some(id) = node.as_text().filter(|id| !id.trim().is_empty() && !is_uuid(id)) else { continue };
        let key = super::key_of(cx.file, node, name);
        let finding = cx.report(node.span, format!("`{key}` is not a UUID: `{id}`")).severity(severity);
        finding.help(advice(id));
    }
}

fn advice(id: &str) -> String {
    let odd = id.chars().find(|letter| !letter.is_ascii_hexdigit() && *letter != '-');
    match odd.filter(|_| is_shaped(id)) {
        Some(odd) => format!("`{odd}` is not a hexadecimal digit"),
        None => "generate one, for example with `uuidgen`".to_owned(),
    }
}

/// Whether the text has the groups of a UUID.
fn is_shaped(id: &str) -> bool {
    id.split('-').map(str::len).eq([8, 4, 4, 4, 12])
}
