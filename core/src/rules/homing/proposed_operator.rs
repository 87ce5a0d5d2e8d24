//! Proposed operators of attributes.

use crate::diagnostic::Severity;
use crate::homing::schema::is_operator;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/proposed-operator",
    severity: Severity::Info,
    title: "proposed notation",
    doc: "The guide proposes operators for the values of attributes, but does not require solvers to evaluate them. The \
          preview does; conductor evaluates only `any` and `all`, for some attributes.",
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
    properties: {evaluate: {cloud_version: {gt: 1.5}}}
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
    properties: {evaluate: {cloud_version: 1.5}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view().filter(|_| !cx.is_conductor()) else { return };
    for (_, value) in view.evaluated() {
        let [entry] = value.entries() else { continue };
        if let Some(operator) = entry.key.as_text().filter(|operator| is_operator(operator)) {
            cx.report(entry.key.span, format!("`{operator}` is a proposed notation"));
        }
    }
}
