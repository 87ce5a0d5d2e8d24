//! Threshold that is not a positive number.

use crate::diagnostic::Severity;
use crate::homing::threshold;
use crate::homing::threshold::FaultKind;
use crate::rules::homing::{Written, thresholds};
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/negative-threshold",
    severity: Severity::Warning,
    title: "threshold that is not a positive number",
    doc: "Distances, times and throughputs are not negative. `nan` and `inf` are not valid in a threshold.",
    sources: &["HAS-84"],
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
    properties: {distance: < -5 km, location: home}
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
    properties: {distance: < 5 km, location: home}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    for (Written { node, text, .. }, threshold) in thresholds(cx) {
        let is_negative = match threshold {
            Ok(threshold) => match threshold.amount {
                threshold::Amount::Single(value) => value < 0.0,
                threshold::Amount::Range(low, high) => low < 0.0 || high < 0.0,
            },
            Err(fault) if fault.kind == FaultKind::NotFinite => {
                cx.report(node.span, format!("`{text}` is not a finite number")).severity(Severity::Error);
                false
            }
            Err(_) => false,
        };
        // Conductor does not read some of them at all.
        if is_negative && !cx.rejects_threshold_at(node.span) {
            cx.report(node.span, format!("negative threshold `{text}`"));
        }
    }
}
