//! Threshold as the value of an attribute.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/literal-threshold",
    severity: Severity::Warning,
    title: "threshold as the value of an attribute",
    doc: "Values of attributes are compared literally, so an operator is a part of the text. Use `{lt: 5}`.",
    sources: &["HAS-93"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: attribute
    demands: [gateway]
    properties: {evaluate: {cloud_version: < 5}}
",
    good: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: attribute
    demands: [gateway]
    properties: {evaluate: {cloud_version: {lt: 5}}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for (name, value) in view.evaluated() {
        const OPERATORS: [(&str, &str); 5] = [("<=", "lte"), (">=", "gte"), ("<", "lt"), (">", "gt"), ("=", "eq")];
        let Some(text) = view.text(value) else { continue };
        let operator = OPERATORS.iter().find(|(written, _)| text.trim_start().starts_with(written));
        if let Some((_, operator)) = operator {
            let finding = cx.report(value.span, format!("`{text}` is compared literally with `{name}`"));
            finding.help(format!("use an operator: `{{{operator}: 5}}`"));
        }
    }
}
