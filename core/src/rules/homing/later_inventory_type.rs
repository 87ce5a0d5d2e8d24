//! Inventory type of a later version.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/later-inventory-type",
    severity: Severity::Warning,
    title: "inventory type of a later version",
    doc: "Version 2017-10-10 has the inventory types `cloud` and `service`.",
    sources: &["HAS-40"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: transport}
",
    good: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    if cx.is_conductor() || view.is_since("2018-02-01") {
        return;
    }
    for (_, _, requirement) in view.requirements() {
        let Some(node) = requirement.get("inventory_type") else { continue };
        let Some(of) = view.text(node).filter(|of| LATER.contains(of)) else { continue };
        let finding = cx.report(node.span, format!("inventory type `{of}` is not part of version 2017-10-10"));
        finding.help("version 2017-10-10 has the types `cloud` and `service`");
    }
}

const LATER: [&str; 7] = ["transport", "vfmodule", "nssi", "nsi", "slice_profiles", "nst", "nsst"];
