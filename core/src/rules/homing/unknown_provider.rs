//! Unknown inventory provider.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/unknown-provider",
    severity: Severity::Info,
    title: "unknown inventory provider",
    doc: "The guide names the providers `aai` and `multicloud`, and allows others.",
    sources: &["HAS-38", "HAS-39"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aia, inventory_type: cloud}
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
    for (_, _, requirement) in view.requirements() {
        let Some(node) = requirement.get("inventory_provider") else { continue };
        let Some(provider) = view.text(node).filter(|text| !node.is_null() && !KNOWN.contains(text)) else { continue };
        if provider.is_empty() {
            let finding = cx.report(node.span, "the inventory provider is empty").severity(Severity::Error);
            finding.help("the guide names `aai` and `multicloud`");
        } else if !cx.is_conductor() {
            let finding = cx.report(node.span, format!("unknown inventory provider `{provider}`"));
            finding.suggest(provider, KNOWN, "the guide names `aai` and `multicloud`");
        }
    }
}

const KNOWN: [&str; 4] = ["aai", "multicloud", "generator", "sdc"];
