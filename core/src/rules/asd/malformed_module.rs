//! Malformed name of a kernel module.

use crate::asd::model::texts;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/malformed-module",
    severity: Severity::Error,
    title: "malformed name of a kernel module",
    doc: "Kernel modules are listed as `lsmod` prints them: letters, digits and underscores. `lsmod` prints an \
          underscore where the file of the module has a hyphen, so a hyphen is a warning.",
    sources: &["ASD-64"],
    bad: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
enhancedClusterCapabilities:
  minKernelVersion: 5.15.0
  requiredKernelModules: [\"nf nat\"]
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
enhancedClusterCapabilities:
  minKernelVersion: 5.15.0
  requiredKernelModules: [nf_nat]
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(cluster) = cx.facts.application.and_then(|application| application.cluster()) else { return };
    let modules = ["requiredKernelModules", "conflictingKernelModules"].into_iter();
    for node in modules.flat_map(|name| texts(cluster.get(name).filter(|list| list.as_sequence().is_some()))) {
        let Some(text) = node.as_text() else { continue };
        let is_name = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if is_name(text) {
            continue;
        }
        let with_underscores = text.replace('-', "_");
        let finding = cx.report(node.span, format!("`{text}` is not the name of a kernel module"));
        if is_name(&with_underscores) {
            let finding = finding.severity(Severity::Warning);
            finding.help(format!("`lsmod` prints `{with_underscores}`")).replace_name(text, &with_underscores);
        } else {
            finding.help("write the name as `lsmod` prints it");
        }
    }
}
