//! Nested value of an attribute.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/nested-attribute-value",
    severity: Severity::Warning,
    title: "nested value of an attribute",
    doc: "The value of an attribute is a string, a number or a boolean, or a single operator such as `{any: [NO, \
          SE]}`.",
    sources: &["HAS-91"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: attribute
    demands: [gateway]
    properties: {evaluate: {country: {name: NO, code: 47}}}
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
    properties: {evaluate: {country: NO}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for (name, value) in view.evaluated() {
        // Conductor reads lists of requests per type of candidate.
        let is_region = name == "cloud-region";
        let written = value;
        let Some(value) = view.resolve(written) else { continue };
        let is_operator = value.entries().len() == 1;
        if value.is_null() || value.as_sequence().is_some() || value.as_mapping().is_some() && !is_operator && !is_region {
            cx.report(written.span, format!("the value of `{name}` must be a string, a number or a boolean"));
        }
    }
}
