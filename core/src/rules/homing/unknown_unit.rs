//! Unknown unit.

use crate::diagnostic::Severity;
use crate::homing::threshold::FaultKind;
use crate::rules::homing::report_thresholds;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/unknown-unit",
    severity: Severity::Error,
    title: "unknown unit",
    doc: "Units are case-sensitive: `km`, `mi`, `ms`, `sec`, `Kbps`, `Mbps`, `Gbps`, `USD`.",
    sources: &["HAS-80"],
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
    properties: {distance: < 250 KM, location: home}
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
    report_thresholds(cx, |kind, text, dimension| match kind {
        FaultKind::UnknownUnit(Some(unit)) => {
            let number = text.trim_end().trim_end_matches(char::is_alphabetic);
            Some((format!("unknown unit in `{text}`"), format!("did you mean `{unit}`?"), Some(format!("{number}{unit}"))))
        }
        FaultKind::UnknownUnit(None) => {
            let units: Vec<&str> = dimension.units().collect();
            Some((format!("unknown unit in `{text}`"), format!("use one of: {}", units.join(", ")), None))
        }
        _ => None,
    });
}
