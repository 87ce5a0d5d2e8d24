//! Unit of another dimension.

use crate::diagnostic::Severity;
use crate::homing::threshold::FaultKind;
use crate::rules::homing::report_thresholds;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/wrong-dimension",
    severity: Severity::Error,
    title: "unit of another dimension",
    doc: "Distances are given in `km` or `mi`, times in `ms` or `sec`, throughputs in `Kbps`, `Mbps` or `Gbps`, and \
          costs in `USD`.",
    sources: &["HAS-79"],
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
    properties: {distance: < 10 ms, location: home}
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
    properties: {distance: < 10 km, location: home}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_thresholds(cx, |kind, text, dimension| match kind {
        FaultKind::WrongDimension(other) => {
            let message = format!("unit of {} in a {} `{text}`", other.name(), dimension.name());
            let units: Vec<&str> = dimension.units().collect();
            Some((message, format!("use one of: {}", units.join(", ")), None))
        }
        _ => None,
    });
}
