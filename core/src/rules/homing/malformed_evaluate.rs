//! Malformed conditions.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/malformed-evaluate",
    severity: Severity::Error,
    title: "malformed conditions",
    doc: "`evaluate` of an `attribute` constraint is a mapping of attributes to their values. For `hpa` and \
          `threshold` it is a list.",
    sources: &["HAS-90"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: attribute
    demands: [gateway]
    properties: {evaluate: [country]}
",
    good: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: attribute
    demands: [gateway]
    properties: {evaluate: {country: NO}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for constraint in view.constraints() {
        let Some(node) = constraint.property("evaluate") else { continue };
        // Without a value, it is missing.
        let Some(value) = view.resolve(node).filter(|value| !value.is_null()) else { continue };
        let expected = match constraint.type_name() {
            "attribute" if value.as_mapping().is_none() => "a mapping of attributes to values",
            "hpa" | "threshold" if value.as_sequence().is_none() => "a list",
            _ => continue,
        };
        cx.report(node.span, format!("`evaluate` must be {expected}"));
    }
}
