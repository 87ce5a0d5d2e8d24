//! References to undefined locations.

use crate::diagnostic::Severity;
use crate::rules::homing::report_missing;
use crate::rules::homing::{Check, Rule};
use crate::symbol::SymbolKind;

pub static RULE: Rule = Rule {
    code: "homing/no-such-location",
    severity: Severity::Error,
    title: "unknown location",
    doc: "Distances are measured from a location defined under `locations`: in a constraint, and in `distance_between` \
          of the optimization, whose other argument is a demand.",
    sources: &["HAS-97"],
    bad: "\
homing_template_version: 2017-10-10
locations:
  customer: {latitude: 40.7, longitude: -74}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  near:
    type: distance_to_location
    demands: [gateway]
    properties: {distance: < 100 km, location: custmer}
",
    good: "\
homing_template_version: 2017-10-10
locations:
  customer: {latitude: 40.7, longitude: -74}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  near:
    type: distance_to_location
    demands: [gateway]
    properties: {distance: < 100 km, location: customer}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_missing(cx, SymbolKind::Location, "location");
}
