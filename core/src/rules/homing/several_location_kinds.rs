//! Location of several kinds.

use crate::diagnostic::Severity;
use crate::rules::homing::address::PLACEMARK;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/several-location-kinds",
    severity: Severity::Warning,
    title: "location of several kinds",
    doc: "Only one kind is used: coordinates first, then the host name, then the CLLI code. The others have no \
          effect.",
    sources: &["HAS-26"],
    bad: "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7, clli_code: DLLSTX55}
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
        let point = has("latitude").or(has("longitude")).map(|_| "coordinates");
        let mut placemark = PLACEMARK.iter().filter_map(|key| has(key));
        let kinds = [
            point,
            has("host_name").map(|_| "`host_name`"),
            has("clli_code").map(|_| "`clli_code`"),
            placemark.next().map(|_| "a placemark"),
        ];
        let kinds: Vec<&str> = kinds.into_iter().flatten().collect();
        if let [first, others @ ..] = kinds.as_slice()
            && !others.is_empty()
        {
            let message = format!("location `{}` has several kinds: {}", location.name, kinds.join(", "));
            cx.report(location.entry.key.span, message).help(format!("only the first one has an effect: {first}"));
        }
    }
}
