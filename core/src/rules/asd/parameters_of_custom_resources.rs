//! Parameters of custom resource definitions.

use crate::diagnostic::{Safety, Severity};
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/parameters-of-custom-resources",
    severity: Severity::Warning,
    title: "parameters of custom resource definitions",
    doc: "Custom resource definitions are applied as they are, so their lifecycle parameters have no effect.",
    sources: &["ASD-32"],
    bad: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
deploymentItems:
  - deploymentItemId: types
    artifactType: crd
    artifactId: types.yaml
    lifecycleParameters: [replicas]
",
    good: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
deploymentItems:
  - deploymentItemId: types
    artifactType: crd
    artifactId: types.yaml
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    let Some(application) = cx.facts.application else { return };
    for item in application.items().filter(|item| item.text("artifactType") == Some("crd")) {
        let entry = item.node.entry("lifecycleParameters");
        // An empty list says the same.
        let Some(entry) = entry.filter(|entry| !entry.value.is_null() && item.parameters().next().is_some()) else { continue };
        let path = file.path_at(entry.key.span.start as usize);
        let finding = cx.report(entry.key.span, "custom resource definitions have no parameters");
        finding.help("remove the parameters").fix_by("Remove the parameters", Safety::Unsafe, |draft| draft.remove(&path));
    }
}
