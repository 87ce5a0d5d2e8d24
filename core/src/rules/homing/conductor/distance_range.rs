//! Range of distances.

use crate::diagnostic::Severity;
use crate::homing::threshold;
use crate::rules::homing::{Written, thresholds};
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/conductor/distance-range",
    severity: Severity::Error,
    title: "range of distances",
    doc: "Conductor accepts a range as a distance, but compares each distance with a dictionary, so no candidate \
          meets it. Write two constraints, one with `>=` and one with `<=`.",
    sources: &["HAS-88"],
    bad: "\
# profile: conductor
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
    properties: {distance: 10-50 km, location: home}
",
    good: "\
# profile: conductor
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
    properties: {distance: <= 50 km, location: home}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    if !cx.is_conductor() {
        return;
    }
    for (Written { node, text, .. }, threshold) in thresholds(cx) {
        let is_range = threshold.is_ok_and(|threshold| matches!(threshold.amount, threshold::Amount::Range(..)));
        if is_range && !cx.has_error_at(node.span) && !cx.rejects_threshold_at(node.span) {
            let finding = cx.report(node.span, format!("no candidate meets the range `{text}` in conductor"));
            finding.help("write two constraints, one with `>=` and one with `<=`");
        }
    }
}
