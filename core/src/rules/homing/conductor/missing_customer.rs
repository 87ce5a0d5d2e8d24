//! Demand without a customer.

use crate::diagnostic::Severity;
use crate::homing::conductor::Kind;
use crate::rules::homing::conductor::reject;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/conductor/missing-customer",
    severity: Severity::Error,
    title: "demand without a customer",
    doc: "Conductor needs the customer and the service type of a demand for services: `customer_id` and \
          `service_type`, or `customer-id` or `global-customer-id` in `filtering_attributes`.",
    sources: &["HAS-44"],
    bad: "\
# profile: conductor
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: service, service_type: cache}
",
    good: "\
# profile: conductor
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: service, service_type: cache, customer_id: fjord}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let found = cx.rejections(|rejection| rejection.kind == Kind::Customer);
    for rejection in found {
        reject(cx, &rejection);
    }
}
