//! Location given by an address.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/address",
    severity: Severity::Warning,
    title: "location given by an address",
    doc: "Solvers do not resolve addresses yet. The preview skips constraints on such a location, and conductor \
          rejects the template.",
    sources: &["HAS-32"],
    bad: "\
homing_template_version: 2017-10-10
locations:
  home: {locality: Bedminster}
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
    let known = ["latitude", "longitude", "host_name", "clli_code"];
    for location in view.section("locations") {
        let value = location.value;
        let has_kind = known.iter().any(|key| value.entry(key).is_some());
        let is_address = value.entries().iter().filter_map(|entry| entry.key.as_text()).any(|key| PLACEMARK.contains(&key));
        if is_address && !has_kind {
            let finding = cx.report(location.entry.key.span, format!("location `{}` is an address, which is not resolved", location.name));
            finding.help("use coordinates");
        }
    }
}

/// The keys of an address.
pub const PLACEMARK: [&str; 8] = [
    "iso_country_code",
    "postal_code",
    "administrative_area",
    "sub_administrative_area",
    "locality",
    "sub_locality",
    "thoroughfare",
    "sub_thoroughfare",
];
