//! Invalid weight.

use crate::diagnostic::Severity;
use crate::homing::terms;
use crate::homing::view::call;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/invalid-weight",
    severity: Severity::Error,
    title: "invalid weight",
    doc: "A weight is a number, a string with a number, or a parameter with one. It should be greater than 0.",
    sources: &["HAS-125"],
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
      - product: [big, {distance_between: [home, gateway]}]
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
        for factor in product.value.items() {
            let is_function = factor.as_mapping().is_some() && call(factor).is_none();
            if call(factor).is_some_and(|(name, _)| name == "get_file") {
                cx.report(factor.span, "the weight is the content of a file").help("write a number");
            }
            let Some(value) = view.resolve(factor).filter(|_| !is_function) else { continue };
            match value.as_text().map(|text| text.trim().parse::<f64>()) {
                Some(Ok(weight)) if weight.is_finite() && weight > 0.0 => {}
                Some(Ok(weight)) if weight.is_finite() => {
                    let finding = cx.report(factor.span, format!("weight `{weight}` is not positive"));
                    finding.severity(Severity::Warning);
                }
                _ => drop(cx.report(factor.span, "the weight is not a number")),
            }
        }
    }
}
