//! Rejected by conductor.

use crate::diagnostic::Severity;
use crate::homing::conductor::Kind;
use crate::rules::homing::conductor::reject;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/conductor/rejected",
    severity: Severity::Error,
    title: "rejected by conductor",
    doc: "Conductor rejects the template with the quoted message. It stops at the first problem; this checker \
          reports all of them.",
    sources: &[],
    bad: "\
# profile: conductor
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
  cache:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  near:
    type: hpa
    demands: [gateway]
    properties: {evaluate: [{id: one}]}
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
    let found = cx.rejections(|rejection| match rejection.kind {
        Kind::Other => true,
        Kind::Threshold => !super::has_own_rule(cx, rejection),
        Kind::UnknownKey => rejection.path.last_key() != Some("attributes"),
        _ => false,
    });
    for rejection in found {
        reject(cx, &rejection);
    }
}
