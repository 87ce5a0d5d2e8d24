//! Unsupported function.

use crate::diagnostic::Severity;
use crate::homing::terms;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/unsupported-function",
    severity: Severity::Error,
    title: "unsupported function",
    doc: "An objective consists of distances. Other functions belong to later versions, or to solvers.",
    sources: &["HAS-128"],
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
      - cost: [gateway]
      - distance_between: [home, cache]
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
    for entry in terms::functions(&view) {
        let Some(name) = entry.key.as_text() else { continue };
        if ["distance_between", "product", "sum"].contains(&name) {
            continue;
        }
        let is_later = LATER.contains(&name) && view.is_since("2018-02-01");
        let finding = cx.report(entry.key.span, format!("unsupported function `{name}`"));
        match is_later {
            true => drop(finding.severity(Severity::Warning).help("the preview does not evaluate it")),
            false => drop(finding.suggest(name, ["distance_between", "product"], "use `distance_between` or `product`")),
        }
    }
}

const LATER: [&str; 5] = ["latency_between", "hpa_score", "aic_version", "cloud_version", "cost"];
