//! Two descriptors with the same identifier.

use crate::asd::model::is_same_id;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/duplicate-descriptor",
    severity: Severity::Error,
    title: "two descriptors with the same identifier",
    doc: "`asdId` is unique: an orchestrator that has already onboarded one of the descriptors rejects the other \
          or replaces the first.",
    sources: &["ASD-05"],
    bad: "\
# file: a.yaml
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
# file: b.yaml
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: store
asdApplicationVersion: \"1.0\"
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    good: "\
# file: a.yaml
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
# file: b.yaml
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b9
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: store
asdApplicationVersion: \"1.0\"
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let Some(application) = facts.application else { return };
    let Some((id, node)) = application.id.as_ref().zip(application.root.get("asdId")) else { return };
    let first = facts.others().find(|(other, _)| other.path < cx.file.path && is_same(id, application_id(other)));
    let Some((other, there)) = first else { return };
    let (path, span) = (other.path.clone(), there.root.get("asdId").map(|node| node.span).unwrap_or_default());
    let key = super::key_of(cx.file, node, "asdId");
    let finding = cx.report(node.span, format!("duplicate `{key}` `{id}`"));
    finding.help("use a new identifier").related(&path, span, "also used here");
}

fn application_id(file: &crate::workspace::SourceFile) -> Option<&str> {
    crate::asd::application(file)?.id.as_deref()
}

fn is_same(id: &str, other: Option<&str>) -> bool {
    !id.trim().is_empty() && other.is_some_and(|other| is_same_id(id, other))
}
