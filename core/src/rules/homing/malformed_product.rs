//! Malformed product.

use crate::diagnostic::Severity;
use crate::homing::terms;
use crate::homing::view::is_read;
use crate::rules::homing::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "homing/malformed-product",
    severity: Severity::Error,
    title: "malformed product",
    doc: "A product has exactly one `distance_between` and at most one number, its weight.",
    sources: &["HAS-124"],
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
      - product: [3, 4, {distance_between: [home, gateway]}]
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
      - product: [3, {distance_between: [home, gateway]}]
      - product: [2, {distance_between: [home, cache]}]
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for product in terms::products(&view) {
        let factors = product.value.items();
        let is_nested = |factor: &Node| factor.entry("sum").is_some() || factor.entry("product").is_some();
        if product.value.as_sequence().is_none() || factors.iter().any(is_nested) {
            continue;
        }
        let is_function = |factor: &&Node| factor.as_mapping().is_some() && !is_read(factor);
        let (functions, numbers): (Vec<&Node>, Vec<&Node>) = factors.iter().partition(is_function);
        if functions.len() != 1 {
            let found = if functions.is_empty() { "no" } else { "more than one" };
            cx.report(product.key.span, format!("the product has {found} `distance_between`"));
        }
        if let [_, second, ..] = numbers.as_slice() {
            cx.report(second.span, "the product has more than one number").help("multiply the numbers");
        }
    }
}
