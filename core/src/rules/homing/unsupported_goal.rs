//! Unsupported goal.

use crate::diagnostic::Safety;
use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/unsupported-goal",
    severity: Severity::Error,
    title: "unsupported goal",
    doc: "The optimization has the single goal `minimize`. The guide mentions others, but defines none.",
    sources: &["HAS-120"],
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
  prefer:
    sum:
      - distance_between: [home, gateway]
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
    let Some(entry) = view.template.entry("optimization") else { return };
    let Some((_, goals)) = view.optimization().filter(|(_, goals)| goals.as_mapping().is_some()) else { return };
    let second_form = ["goal", "operation_function"].iter().any(|key| goals.entry(key).is_some());
    let others = goals.entries().iter().filter(|entry| entry.key.as_text() != Some("minimize"));
    let others: Vec<_> = others.collect();
    if second_form || view.version() == Some("2020-08-13") {
        return; // Reported by `homing/optimization-form`.
    }
    for other in &others {
        let name = other.key.as_text().unwrap_or_default();
        let finding = cx.report(other.key.span, format!("unsupported goal `{name}`")).help("the only goal is `minimize`");
        if goals.entries().len() == 1 {
            finding.replace_with("minimize", Safety::Unsafe);
        }
    }
    if goals.entries().is_empty() {
        cx.report(entry.key.span, "optimization without a goal").help("add `minimize`");
    }
}
