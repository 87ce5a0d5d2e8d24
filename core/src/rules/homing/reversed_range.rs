//! Reversed range.

use crate::diagnostic::Severity;
use crate::homing::threshold;
use crate::rules::homing::{Written, thresholds};
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/reversed-range",
    severity: Severity::Warning,
    title: "reversed range",
    doc: "The first bound of a range is the smaller one. Conductor swaps them.",
    sources: &["HAS-83"],
    bad: "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  near:
    type: distance_to_location
    demands: [gateway]
    properties: {distance: 20-10 km, location: home}
",
    good: "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  near:
    type: distance_to_location
    demands: [gateway]
    properties: {distance: 10-20 km, location: home}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    for (Written { node, text, .. }, threshold) in thresholds(cx) {
        let Ok(threshold) = threshold else { continue };
        if let threshold::Amount::Range(low, high) = threshold.amount
            && low > high
        {
            cx.report(node.span, format!("the bounds of `{text}` are reversed"));
        }
    }
}
