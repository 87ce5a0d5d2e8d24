//! Deployment items are not a list.

use crate::diagnostic::{Safety, Severity};
use crate::rules::asd::{Check, Rule};
use crate::syntax::NodePath;
use crate::syntax::patch::list::Items;

pub static RULE: Rule = Rule {
    code: "asd/item-without-list",
    severity: Severity::Warning,
    title: "deployment items are not a list",
    doc: "`deploymentItems` is a list, even if there is only one item. Some tools write a single item without a \
          list, which others do not read.",
    sources: &["ASD-15"],
    bad: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
deploymentItems:
  deploymentItemId: front
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
    if application.form.is_template() {
        return;
    }
    let Some(entry) = application.root.entry("deploymentItems") else { return };
    if entry.value.as_mapping().is_some_and(|mapping| !mapping.entries.is_empty()) {
        let finding = cx.report(entry.key.span, "`deploymentItems` is not a list");
        finding.help("write `- ` before the item").fix_by("Convert to a list", Safety::Unsafe, |draft| {
            draft.enlist(&NodePath::keys(["deploymentItems"]), Items::One)
        });
    }
}
