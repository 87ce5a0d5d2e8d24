//! Incomplete coordinates.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};
use crate::similarity::closest;

pub static RULE: Rule = Rule {
    code: "homing/incomplete-coordinate",
    severity: Severity::Error,
    title: "incomplete coordinates",
    doc: "A point needs both a latitude and a longitude.",
    sources: &["HAS-27"],
    bad: "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    good: "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for location in view.section("locations") {
        let has = |key: &str| location.value.entry(key);
        let missing = match (has("latitude"), has("longitude")) {
            (Some(_), None) => "longitude",
            (None, Some(_)) => "latitude",
            _ => continue,
        };
        // A misspelled key has a finding of its own.
        let keys = location.value.entries().iter().filter_map(|entry| entry.key.as_text());
        let is_misspelled = |key: &str| !["latitude", "longitude"].contains(&key) && closest(key, [missing]).is_some();
        if keys.into_iter().any(is_misspelled) {
            continue;
        }
        cx.report(location.entry.key.span, format!("location `{}` has no `{missing}`", location.name));
    }
}
