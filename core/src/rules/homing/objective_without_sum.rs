//! Goal without a sum.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/objective-without-sum",
    severity: Severity::Error,
    title: "goal without a sum",
    doc: "`minimize` contains exactly one `sum`, even for a single term.",
    sources: &["HAS-121"],
    bad: "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
optimization:
  minimize:
    distance_between: [home, gateway]
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
    let Some(goal) = view.optimization().and_then(|(_, goals)| goals.entry("minimize")) else { return };
    if view.version() == Some("2020-08-13") || goal.value.as_mapping().is_none() && !goal.value.is_null() {
        return;
    }
    let others = goal.value.entries().iter().filter(|entry| entry.key.as_text() != Some("sum"));
    let mut is_reported = false;
    for other in others {
        let name = other.key.as_text().unwrap_or_default();
        is_reported = true;
        cx.report(other.key.span, format!("`{name}` in place of a `sum`")).help("`minimize` contains exactly one `sum`");
    }
    if !is_reported && goal.value.entries().is_empty() {
        cx.report(goal.key.span, "`minimize` is empty").help("add a `sum`");
    }
}
