//! Unsupported type of constraint.

use crate::diagnostic::Severity;
use crate::homing::conductor::Kind;
use crate::rules::homing::conductor::reject;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/conductor/unsupported-type",
    severity: Severity::Error,
    title: "unsupported constraint type",
    doc: "Conductor does not support the constraint type, even if the guide defines the type as deferred.",
    sources: &["HAS-67"],
    bad: "\
# profile: conductor
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: license
    demands: [gateway]
    properties: {id: x, key: y}
",
    good: "\
# profile: conductor
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let found = cx.rejections(|rejection| rejection.kind == Kind::UnsupportedType);
    for rejection in found {
        reject(cx, &rejection);
    }
}
