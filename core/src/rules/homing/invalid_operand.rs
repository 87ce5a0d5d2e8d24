//! Invalid operand.

use crate::diagnostic::Severity;
use crate::homing::pattern::Pattern;
use crate::homing::schema::OPERATORS;
use crate::rules::homing::{Check, Rule};
use crate::syntax::Node;

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
        let Some([entry]) = view.resolve(value).map(Node::entries) else { continue };
        let (Some(operator), operand) = (entry.key.as_text(), &entry.value) else { continue };
        if operator.starts_with("get_") || name == "cloud-region" {
            continue;
        }
        // The value of a parameter that comes with the request is unknown.
        let Some(value) = view.resolve(operand) else { continue };
        let is_number = value.as_text().is_some_and(|text| text.trim().parse::<f64>().is_ok());
        let expected = match operator {
            "eq" | "ne" => continue,
            "lt" | "gt" | "lte" | "gte" if is_number => continue,
            "lt" | "gt" | "lte" | "gte" => "a number",
            "any" | "all" if value.as_sequence().is_some() => continue,
            "any" | "all" => "a list",
            "regex" if value.as_text().is_some_and(is_pattern) => continue,
            "regex" => "a regular expression",
            _ => {
                // A value with a key is nested, which the guide does not forbid.
                let finding = cx.report(entry.key.span, format!("unknown operator `{operator}`"));
                let finding = finding.severity(Severity::Warning);
                let operators = OPERATORS.map(|(name, _)| name);
                finding.suggest(operator, operators, &format!("the operators are {}", operators.join(", ")));
                continue;
            }
        };
        cx.report(operand.span, format!("the operand of `{operator}` must be {expected}"));
    }
}

/// Whether a text may be a valid regular expression, possibly written as `/pattern/flags`.
fn is_pattern(text: &str) -> bool {
    Pattern::new(text).is_some() || Pattern::needs_backtracking(text)
}
