//! Unusual number of operands.

use crate::diagnostic::Severity;
use crate::homing::terms;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/number-of-operands",
    severity: Severity::Warning,
    title: "unusual number of operands",
    doc: "The guide describes a sum of two operands: two distances, or two products. Conductor accepts any number \
          and mixture.",
    sources: &["HAS-123"],
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
      - distance_between: [home, gateway]
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
      - distance_between: [home, gateway]
      - distance_between: [home, cache]
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    let Some(sum) = terms::sum(&view) else { return };
    if cx.is_conductor() || view.version() == Some("2020-08-13") || !terms::nested(&view).is_empty() {
        return;
    }
    if sum.value.as_sequence().is_none() {
        return; // Another rule reports that it is not a list.
    }
    let operands = sum.value.items();
    let n_products = operands.iter().filter(|operand| operand.entry("product").is_some()).count();
    if operands.is_empty() {
        cx.report(sum.key.span, "the sum has no operands").severity(Severity::Error);
    } else if operands.len() != 2 {
        let n_operands = operands.len();
        let message = format!("the sum has {n_operands} operand{}", if n_operands == 1 { "" } else { "s" });
        cx.report(sum.key.span, message).help("the guide describes sums of two");
    } else if n_products == 1 {
        cx.report(sum.key.span, "the sum mixes a distance and a product").help("use a product with the weight 1");
    }
}
