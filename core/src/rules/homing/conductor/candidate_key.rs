//! Key of an explicit candidate.

use crate::diagnostic::Severity;
use crate::homing::conductor::Kind;
use crate::rules::homing::conductor::reject;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/conductor/candidate-key",
    severity: Severity::Error,
    title: "key of an explicit candidate",
    doc: "In explicit candidates, conductor accepts only `candidate_id`, `cost`, `inventory_type`, `location_id` and \
          `location_type`.",
    sources: &["HAS-62"],
    bad: "\
# profile: conductor
homing_template_version: 2017-10-10
demands:
  gateway:
    - inventory_type: cloud
      candidates: [{candidate_id: west, inventory_provider: aai}]
",
    good: "\
# profile: conductor
homing_template_version: 2017-10-10
demands:
  gateway:
    - inventory_type: cloud
      candidates: [{candidate_id: west}]
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let found = cx.rejections(|rejection| rejection.kind == Kind::CandidateKey);
    for rejection in found {
        reject(cx, &rejection);
    }
}
