//! Changed application with the same version.

use crate::asd::form::canonical;
use crate::asd::model::Application;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::syntax::{Entry, Kind, Mapping, Node, plain};

pub static RULE: Rule = Rule {
    code: "asd/changed-without-version",
    severity: Severity::Warning,
    title: "changed application with the same version",
    doc: "`asdApplicationVersion` changes with every change of the software, the artifacts or the values of an \
          application. Two descriptors with the same version but different contents cannot be told apart.",
    sources: &["ASD-13"],
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
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b9
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.1.tgz
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
asdApplicationName: shop
asdApplicationVersion: \"1.1\"
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.1.tgz
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let Some(application) = facts.application else { return };
    let Some(node) = application.root.get("asdApplicationVersion") else { return };
    let Some(own) = identity(application) else { return };
    let differs = |there: &Application| identity(there) == Some(own) && contents(there) != contents(application);
    let Some((other, there)) = facts.others().find(|(other, there)| other.path < cx.file.path && differs(there)) else {
        return;
    };
    let Some(known) = there.root.get("asdApplicationVersion") else { return };
    let message = format!("version `{}` of `{}` has different contents in another descriptor", own[2], own[1]);
    let finding = cx.report(node.span, message).help("increase the version of the application");
    finding.related(&other.path, known.span, "the same version here");
}

/// Provider, name and version of the application.
fn identity(application: &Application) -> Option<[&str; 3]> {
    let text = |key| application.text(key).map(str::trim).filter(|text| !text.is_empty());
    Some([text("asdProvider")?, text("asdApplicationName")?, text("asdApplicationVersion")?])
}

/// Everything that the version of the application covers.
fn contents(application: &Application) -> Vec<serde_yaml::Value> {
    let items = application.items().map(|item| plain::as_written(&canonical(&without_server(item.node))));
    let rest = ["asdExtCpd", "enhancedClusterCapabilities"];
    let rest = rest.iter().filter_map(|key| Some(plain::as_written(&canonical(application.root.get(key)?))));
    items.chain(rest).collect()
}

/// A deployment item without the server that only one form states.
fn without_server(item: &Node) -> Node {
    let is_kept = |entry: &&Entry| entry.key.as_text().is_none_or(|key| !key.starts_with("targetServer"));
    let entries = item.entries().iter().filter(is_kept).cloned().collect();
    Node { kind: Kind::Mapping(Mapping { flow: false, entries }), ..item.clone() }
}
