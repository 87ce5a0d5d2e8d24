//! Unsupported inventory provider.

use crate::diagnostic::Severity;
use crate::homing::conductor::Kind;
use crate::rules::homing::conductor::reject;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/conductor/unsupported-provider",
    severity: Severity::Error,
    title: "unsupported inventory provider",
    doc: "The inventory providers of conductor are `aai`, `generator` and `sdc`.",
    sources: &["HAS-39"],
    bad: "\
# profile: conductor
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: multicloud, inventory_type: cloud}
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
    let found = cx.rejections(|rejection| rejection.kind == Kind::Provider);
    for rejection in found {
        reject(cx, &rejection);
    }
}
