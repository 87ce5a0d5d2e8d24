//! Unused parameter.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/unused-parameter",
    severity: Severity::Info,
    title: "unused parameter",
    doc: "No `get_param` reads the parameter, so its value has no effect.",
    sources: &["HAS-13"],
    bad: "\
homing_template_version: 2017-10-10
parameters: {weight: 5}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    good: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    let used = view.used_parameters();
    for parameter in view.section("parameters") {
        if !used.contains_key(parameter.name) {
            cx.report(parameter.entry.key.span, format!("parameter `{}` is not used", parameter.name));
        }
    }
}
