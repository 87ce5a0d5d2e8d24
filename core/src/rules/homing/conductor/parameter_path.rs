//! Path into a parameter.

use crate::diagnostic::Severity;
use crate::homing::conductor::Kind;
use crate::rules::homing::conductor::reject;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/conductor/parameter-path",
    severity: Severity::Error,
    title: "path into a parameter",
    doc: "Conductor reads only whole parameters by name, not entries in them.",
    sources: &["HAS-18"],
    bad: "\
# profile: conductor
homing_template_version: 2017-10-10
parameters: {costs: [1, 2]}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, default_cost: {get_param: [costs, 1]}}
",
    good: "\
# profile: conductor
homing_template_version: 2017-10-10
parameters: {cost: 2}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, default_cost: {get_param: cost}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let found = cx.rejections(|rejection| rejection.kind == Kind::ParameterPath);
    for rejection in found {
        reject(cx, &rejection);
    }
}
