//! Demand without inventories.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/empty-demand",
    severity: Severity::Error,
    title: "demand without inventories",
    doc: "A demand is a list of at least one inventory of candidates.",
    sources: &["HAS-35"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway: []
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
    for demand in view.section("demands") {
        if demand.value.as_sequence().is_some_and(|list| list.items.is_empty()) {
            cx.report(demand.entry.key.span, format!("demand `{}` has no inventory", demand.name));
        }
    }
}
