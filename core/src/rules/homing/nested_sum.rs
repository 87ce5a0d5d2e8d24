//! Sum in a product.

use crate::diagnostic::Severity;
use crate::homing::terms;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/nested-sum",
    severity: Severity::Error,
    title: "sum in a product",
    doc: "An objective is a sum of products. Expand a product with a sum into several products.",
    sources: &["HAS-127"],
    bad: "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
  cache:
    - {inventory_provider: aai, inventory_type: cloud}
optimization:
  minimize:
    sum:
      - product: [2, {sum: [{distance_between: [home, gateway]}]}]
      - product: [2, {distance_between: [home, cache]}]
",
    good: "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
  cache:
    - {inventory_provider: aai, inventory_type: cloud}
optimization:
  minimize:
    sum:
      - product: [2, {distance_between: [home, gateway]}]
      - product: [4, {distance_between: [home, cache]}]
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for product in terms::products(&view) {
        for factor in product.value.items() {
            let Some(sum) = factor.entry("sum") else { continue };
            let finding = cx.report(sum.key.span, "a product contains a sum");
            finding.help("expand the product into several products");
        }
    }
}
