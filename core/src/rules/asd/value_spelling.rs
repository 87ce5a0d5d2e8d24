//! Spelling of another form.

use crate::asd::removed::spelled;
use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::asd::{Check, Rule};
use crate::schema::ViolationKind;

pub static RULE: Rule = Rule {
    code: "asd/value-spelling",
    severity: Severity::Info,
    title: "spelling of another form",
    doc: "The forms of the data model spell some values differently: `activePassiveBond` of the page is \
          `actPassBond` for ONAP. `bondCni` was used for a time and is now an interface of type `direct.bond`.",
    sources: &["ASD-42", "ASD-45"],
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
      interfaceType: direct.kerneldriver
      interfaceRedundancy: actPassBond
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
      interfaceType: direct.kerneldriver
      interfaceRedundancy: activePassiveBond
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
    for violation in file.violations() {
        let ViolationKind::NotAChoice { found, .. } = &violation.kind else { continue };
        let Some((key, own)) = spelled(violation, application.form) else { continue };
        match own {
            Some(own) => {
                let finding = cx.report(violation.span, format!("`{found}` is spelled `{own}` in this form"));
                let edit = TextEdit::replace(violation.span, own);
                finding.help(format!("write `{own}`")).fix(format!("Replace with `{own}`"), Safety::Unsafe, edit);
            }
            None => {
                let finding = cx.report(violation.span, format!("outdated value `{found}` of `{key}`"));
                finding.severity(Severity::Warning).help("use the interface type `direct.bond`");
            }
        }
    }
}
