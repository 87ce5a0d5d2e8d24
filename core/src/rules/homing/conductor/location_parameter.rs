//! Location given by a parameter.

use crate::diagnostic::Severity;
use crate::homing::conductor::Kind;
use crate::rules::homing::conductor::reject;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/conductor/location-parameter",
    severity: Severity::Error,
    title: "location given by a parameter",
    doc: "Conductor looks for the location of a constraint before it resolves parameters, so a parameter cannot \
          supply the location.",
    sources: &["HAS-97"],
    bad: "\
# profile: conductor
homing_template_version: 2017-10-10
parameters: {place: home}
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  near:
    type: distance_to_location
    demands: [gateway]
    properties: {distance: < 100 km, location: {get_param: place}}
",
    good: "\
# profile: conductor
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
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let found = cx.rejections(|rejection| rejection.kind == Kind::LocationParameter);
    for rejection in found {
        reject(cx, &rejection);
    }
}
