//! Threshold without a unit.

use crate::diagnostic::Severity;
use crate::homing::threshold::{Amount, Threshold};
use crate::homing::view::is_number;
use crate::rules::homing::{Check, Rule, Written, thresholds};

pub static RULE: Rule = Rule {
    code: "homing/missing-unit",
    severity: Severity::Info,
    title: "threshold without a unit",
    doc: "Without a unit, a distance is in kilometers, a time in milliseconds, and a throughput in megabits per second.",
    sources: &["HAS-81"],
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
    properties: {distance: < 250, location: home}
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
    properties: {distance: < 250 km, location: home}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    for (Written { node, scalar, place, text, dimension, .. }, threshold) in thresholds(cx) {
        // An exact distance and a number have findings of their own.
        let is_inexact = |threshold: &Threshold| {
            threshold.operator.is_some() || matches!(threshold.amount, Amount::Range(..))
        };
        let is_open = threshold.is_ok_and(|threshold| !threshold.has_unit && is_inexact(&threshold));
        if is_open && !is_number(scalar) {
            let unit = dimension.default_unit();
            let finding = cx.report(node.span, format!("`{text}` has no unit")).help(format!("the unit is `{unit}`"));
            finding.replace_threshold(place, &format!("{} {unit}", text.trim()));
        }
    }
}
