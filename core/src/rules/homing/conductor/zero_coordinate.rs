//! Coordinate of exactly zero.

use crate::diagnostic::Severity;
use crate::homing::conductor::Kind;
use crate::rules::homing::conductor::reject;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/conductor/zero-coordinate",
    severity: Severity::Error,
    title: "coordinate of exactly zero",
    doc: "Conductor treats a latitude or longitude of exactly 0 as missing. A small number such as 0.000001 \
          is not affected.",
    sources: &["HAS-29"],
    bad: "\
# profile: conductor
homing_template_version: 2017-10-10
locations:
  home: {latitude: 51.5, longitude: 0.0}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    good: "\
# profile: conductor
homing_template_version: 2017-10-10
locations:
  home: {latitude: 51.5, longitude: 0.000001}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let found = cx.rejections(|rejection| rejection.kind == Kind::ZeroCoordinate);
    for rejection in found {
        reject(cx, &rejection);
    }
}
