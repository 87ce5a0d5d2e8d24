//! Invalid default cost.

use crate::diagnostic::Severity;
use crate::homing::threshold;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/invalid-default-cost",
    severity: Severity::Error,
    title: "invalid default cost",
    doc: "The default cost is a number that is not negative, optionally with the unit `USD`.",
    sources: &["HAS-45"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, default_cost: cheap}
",
    good: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, default_cost: 10}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for (_, _, requirement) in view.requirements() {
        let Some(node) = requirement.get("default_cost") else { continue };
        let Some(text) = view.text(node) else { continue };
        if threshold::cost(text).is_none() {
            let finding = cx.report(node.span, format!("invalid cost `{text}`"));
            finding.help("a cost is a number that is not negative: `10` or `10 USD`");
        }
    }
}
