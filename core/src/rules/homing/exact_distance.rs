//! Exact distance.

use crate::diagnostic::Severity;
use crate::homing::threshold::{self, Dimension};
use crate::homing::view::is_number;
use crate::rules::homing::{Written, thresholds};
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/exact-distance",
    severity: Severity::Warning,
    title: "exact distance",
    doc: "Without an operator, the distance must be exactly this number, which no candidate meets. `<=` is the \
          usual limit.",
    sources: &["HAS-82"],
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
    properties: {distance: 250 km, location: home}
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
    properties: {distance: <= 250 km, location: home}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    for (Written { node, scalar, place, text, dimension, .. }, threshold) in thresholds(cx) {
        let Ok(threshold) = threshold else { continue };
        // A negative one is reported as such.
        if threshold.interval().0.0 < 0.0 || dimension != Dimension::Distance {
            continue;
        }
        // A number is reported because it is not a string.
        let is_reported = cx.is_conductor() && is_number(scalar);
        if !is_reported && threshold.operator.is_none() && matches!(threshold.amount, threshold::Amount::Single(_)) {
            let finding = cx.report(node.span, format!("`{text}` is an exact distance"));
            let finding = finding.help(format!("did you mean `<= {}`?", text.trim()));
            finding.replace_threshold(place, &format!("<= {}", text.trim()));
        }
    }
}
