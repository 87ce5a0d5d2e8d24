//! Threshold of zero.

use crate::diagnostic::Severity;
use crate::homing::conductor::Kind;
use crate::homing::threshold;
use crate::homing::view::is_number;
use crate::rules::homing::conductor::quoted;
use crate::rules::homing::{Written, thresholds};
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/conductor/zero-threshold",
    severity: Severity::Error,
    title: "threshold of zero",
    doc: "Conductor treats zero as a missing number, also as a bound of a range.",
    sources: &["HAS-87"],
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
    properties: {distance: '< 0 km', location: home}
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
    properties: {distance: < 1 km, location: home}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let found = cx.rejections(|rejection| rejection.kind == Kind::Threshold);
    for (Written { node, scalar, text, .. }, threshold) in thresholds(cx) {
        let Ok(threshold) = threshold else { continue };
        let is_zero = match threshold.amount {
            threshold::Amount::Single(value) => value == 0.0,
            threshold::Amount::Range(low, high) => low == 0.0 || high == 0.0,
        };
        let spaced = threshold::spaced(text).is_none() && !is_number(scalar);
        let Some(rejection) = found.iter().find(|rejection| is_zero && spaced && rejection.value == node.span) else { continue };
        cx.report(node.span, format!("conductor does not read the zero in `{text}`")).help(quoted(&rejection.message));
    }
}
