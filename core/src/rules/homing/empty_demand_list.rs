//! Constraint without demands.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/empty-demand-list",
    severity: Severity::Error,
    title: "constraint without demands",
    doc: "A constraint applies to one demand or a list of them.",
    sources: &["HAS-70"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
  cache:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  apart:
    type: zone
    demands: []
    properties: {qualifier: different, category: region}
",
    good: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
  cache:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  apart:
    type: zone
    demands: [gateway, cache]
    properties: {qualifier: different, category: region}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for constraint in view.constraints().into_iter().chain(view.reservations()) {
        let Some(entry) = constraint.node.entry("demands") else { continue };
        let Some(value) = view.resolve(&entry.value) else { continue };
        let is_empty = match value.as_sequence() {
            Some(list) => list.items.is_empty(),
            None => value.as_text() == Some(""),
        };
        if is_empty {
            cx.report(entry.key.span, format!("`{}` has no demands", constraint.name));
        }
    }
}
