//! Invalid operand.

use crate::diagnostic::Severity;
use crate::homing::view::call;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/invalid-operand",
    severity: Severity::Error,
    title: "invalid operand",
    doc: "The guide proposes operators for attributes: `eq`, `ne`, `lt`, `gt`, `lte`, `gte` with a value, of which \
          the last four need a number; `any` and `all` with a list; `regex` with a pattern.",
    sources: &["HAS-92"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: attribute
    demands: [gateway]
    properties: {evaluate: {cloud_version: {gt: abc}}}
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
    properties: {evaluate: {cloud_version: {gt: 1.5}}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for (name, value) in view.evaluated() {
        let [entry] = value.entries() else { continue };
        let (Some(operator), operand) = (entry.key.as_text(), &entry.value) else { continue };
        if operator.starts_with("get_") || name == "cloud-region" {
            continue;
        }
        let text = view.text(operand);
        let fault = match operator {
            "eq" | "ne" => text.is_none() && call(operand).is_none(),
            "lt" | "gt" | "lte" | "gte" => {
                call(operand).is_none() && text.is_none_or(|text| text.trim().parse::<f64>().is_err())
            }
            "any" | "all" => call(operand).is_none() && operand.as_sequence().is_none(),
            "regex" => text.is_some_and(|text| !is_pattern(text)),
            _ => {
                let finding = cx.report(entry.key.span, format!("unknown operator `{operator}`"));
                finding.suggest(operator, OPERATORS, &format!("the operators are {}", OPERATORS.join(", ")));
                continue;
            }
        };
        if fault {
            cx.report(operand.span, format!("invalid operand of `{operator}`"));
        }
    }
}

const OPERATORS: [&str; 9] = ["eq", "ne", "lt", "gt", "lte", "gte", "any", "all", "regex"];

/// Whether a text is a valid regular expression, possibly written as `/pattern/flags`.
fn is_pattern(text: &str) -> bool {
    crate::homing::pattern::Pattern::new(text).is_some()
}
