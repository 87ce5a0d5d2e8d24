//! Contradicting distances.

use crate::diagnostic::Severity;
use crate::homing::threshold::Threshold;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/contradicting-distances",
    severity: Severity::Error,
    title: "contradicting distances",
    doc: "Two constraints on the same demand and location exclude each other, so no candidate can meet both.",
    sources: &["HAS-132"],
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
    properties: {distance: < 100 km, location: home}
  far:
    type: distance_to_location
    demands: [gateway]
    properties: {distance: '> 200 km', location: home}
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
    properties: {distance: < 300 km, location: home}
  far:
    type: distance_to_location
    demands: [gateway]
    properties: {distance: '> 200 km', location: home}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    let file = &cx.file.path;
    let limits = view.distances_to_locations();
    let limits: Vec<_> = limits.into_iter().take(MAX_LIMITS).collect();
    for (index, later) in limits.iter().enumerate() {
        for earlier in limits.iter().take(index) {
            let same = earlier.location == later.location && earlier.demand == later.demand;
            if same && earlier.name != later.name && excludes(&earlier.threshold, &later.threshold) {
                let message = format!("no distance of `{}` to `{}` meets both `{}` and `{}`", later.demand, later.location, later.text, earlier.text);
                cx.report(later.node.span, message).related(file, earlier.node.span, "the other distance");
                break;
            }
        }
    }
}

/// Bounds the pairs that are compared.
const MAX_LIMITS: usize = 1000;

/// Whether no value meets both thresholds.
fn excludes(one: &Threshold, other: &Threshold) -> bool {
    let ((low, includes_low), (high, includes_high)) = one.interval();
    let ((other_low, includes_other_low), (other_high, includes_other_high)) = other.interval();
    let (least, has_least) = match low.total_cmp(&other_low) {
        std::cmp::Ordering::Greater => (low, includes_low),
        std::cmp::Ordering::Less => (other_low, includes_other_low),
        std::cmp::Ordering::Equal => (low, includes_low && includes_other_low),
    };
    let (most, has_most) = match high.total_cmp(&other_high) {
        std::cmp::Ordering::Less => (high, includes_high),
        std::cmp::Ordering::Greater => (other_high, includes_other_high),
        std::cmp::Ordering::Equal => (high, includes_high && includes_other_high),
    };
    least > most || least == most && !(has_least && has_most)
}
