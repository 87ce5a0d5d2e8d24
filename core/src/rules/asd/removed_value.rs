//! Removed value.

use crate::asd::removed::removed_value;
use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::asd::{Check, Rule};
use crate::schema::ViolationKind;

pub static RULE: Rule = Rule {
    code: "asd/removed-value",
    severity: Severity::Error,
    title: "removed value",
    doc: "The final data model has other values for this attribute. The fix writes the successor: `kernel` is now \
          `kernel.netdev`, `cniManaged` is `infraProvided`, and the speed of a network card is no longer an option.",
    sources: &["ASD-41", "ASD-42", "ASD-43", "ASD-45"],
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
    networkInterfaceRealizationRequirements:
      ipam: cniManaged
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
    networkInterfaceRealizationRequirements:
      ipam: infraProvided
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
    for violation in file.violations() {
        let ViolationKind::NotAChoice { found, .. } = &violation.kind else { continue };
        let Some((key, successors)) = removed_value(violation) else { continue };
        let mut finding = cx.report(violation.span, format!("removed value `{found}` of `{key}`"));
        if successors.is_empty() {
            let help = "list `virtio` and `memif`; the network cards are in `nicOptions`";
            let path = &violation.path;
            finding.help(help).fix_by("Remove the value", Safety::Unsafe, |draft| draft.remove(path));
            continue;
        }
        let listed: Vec<String> = successors.iter().map(|name| format!("`{name}`")).collect();
        finding = finding.help(format!("write {}", listed.join(" or ")));
        for successor in successors {
            let edit = TextEdit::replace(violation.span, *successor);
            finding = finding.fix(format!("Replace with `{successor}`"), Safety::Unsafe, edit);
        }
    }
}
