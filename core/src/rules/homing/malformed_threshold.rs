//! Malformed threshold.

use crate::diagnostic::Severity;
use crate::homing::threshold::FaultKind;
use crate::rules::homing::report_thresholds;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/malformed-threshold",
    severity: Severity::Error,
    title: "malformed threshold",
    doc: "A threshold is an optional operator (`=`, `<`, `>`, `<=`, `>=`), a number or a range such as `10-20`, and \
          an optional unit: `< 250 km`.",
    sources: &["HAS-77"],
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
    properties: {distance: '!= 5 km', location: home}
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
    report_thresholds(cx, |kind, text, _| match kind {
        FaultKind::Malformed => Some((format!("malformed threshold `{text}`"), "expected an operator, a number or range, and a unit: `< 250 km`".to_owned(), None)),
        _ => None,
    });
}
