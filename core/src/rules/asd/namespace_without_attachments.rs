//! Namespace without network attachments.

use crate::asd::form::name_in;
use crate::asd::model::texts;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/namespace-without-attachments",
    severity: Severity::Warning,
    title: "namespace without network attachments",
    doc: "`nadNamespace` is the namespace of the network attachments in `nadNames`. Without them, it has no \
          effect.",
    sources: &["ASD-57"],
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
      nadNamespace: front:nets.namespace
enhancedClusterCapabilities:
  minKernelVersion: 5.15.0
  requiredPlugin: [{requiredPluginName: multus}]
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
asdExtCpd:
  - id: web
    description: Customers
    virtualLinkRequirement: EndUser
    inputParamMappings:
      nadNames: [front:nets.name]
      nadNamespace: front:nets.namespace
enhancedClusterCapabilities:
  minKernelVersion: 5.15.0
  requiredPlugin: [{requiredPluginName: multus}]
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    let Some(application) = cx.facts.application else { return };
    for (_, point) in application.points() {
        let Some(mappings) = point.get("inputParamMappings") else { continue };
        // Other spellings are reported as such.
        let has_names =
            ["nadNames", "nadName", "nad_name"].iter().any(|name| texts(mappings.get(name)).next().is_some());
        let Some(entry) = mappings.entry("nadNamespace").filter(|_| !has_names) else { continue };
        let key = entry.key.span.of(&file.text);
        cx.report(entry.key.span, format!("`{key}` without network attachments")).help(format!("add the parameters for the names of the attachments to `{}`", name_in("nadNames", application.form)));
    }
}
