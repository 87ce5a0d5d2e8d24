//! Range with an operator.

use crate::diagnostic::Severity;
use crate::homing::threshold::{FaultKind, of_conductor};
use crate::rules::homing::report_thresholds;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/range-with-operator",
    severity: Severity::Error,
    title: "range with an operator",
    doc: "A range has no operator: its bounds are the limits. Conductor ignores `=` before a range.",
    sources: &["HAS-78"],
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
    properties: {distance: '< 10-20 km', location: home}
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
    let is_conductor = cx.is_conductor();
    report_thresholds(cx, |kind, text, dimension| match kind {
        // Conductor ignores an equals sign.
        FaultKind::RangeWithOperator if !is_conductor || of_conductor(text, dimension).is_err() => {
            let range = text.trim_start_matches(['<', '>', '=', ' ']).to_owned();
            Some((format!("operator before a range in `{text}`"), "remove the operator".to_owned(), Some(range)))
        }
        _ => None,
    });
}
