//! Template without demands.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/no-demands",
    severity: Severity::Error,
    title: "template without demands",
    doc: "A template places demands. Without any, a solver has nothing to do, and conductor rejects the template.",
    sources: &["HAS-08"],
    bad: "\
homing_template_version: 2017-10-10
demands: {}
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
    let Some(entry) = view.template.entry("demands") else { return };
    if entry.value.is_null() || entry.value.as_mapping().is_some_and(|demands| demands.entries.is_empty()) {
        cx.report(entry.key.span, "no demands are defined").help("define at least one demand");
    }
}
