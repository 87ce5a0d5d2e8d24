//! Nested value in a request.

use crate::diagnostic::Severity;
use crate::homing::view::Constraint;
use crate::rules::homing::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "homing/nested-request",
    severity: Severity::Warning,
    title: "nested value in a request",
    doc: "The values of a request are strings or numbers.",
    sources: &["HAS-100", "HAS-117"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: instance_fit
    demands: [gateway]
    properties: {controller: SDN-C, request: {size: {gb: 1}}}
",
    good: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: instance_fit
    demands: [gateway]
    properties: {controller: SDN-C, request: {size: 1}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    let asks = |constraint: &Constraint<'_>| ["instance_fit", "region_fit"].contains(&constraint.type_name());
    let constraints = view.constraints().into_iter().filter(asks);
    for constraint in constraints.chain(view.reservations()) {
        let request = constraint.property("request").and_then(|request| view.resolve(request));
        for entry in request.map_or(&[][..], Node::entries) {
            let value = view.resolve(&entry.value);
            let is_nested = value.is_some_and(|value| value.as_scalar().is_none() && !value.is_null());
            if let Some(name) = entry.key.as_text().filter(|_| is_nested) {
                cx.report(entry.value.span, format!("the value of `{name}` must be a string or a number"));
            }
        }
    }
}
