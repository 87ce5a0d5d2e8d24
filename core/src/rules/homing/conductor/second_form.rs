//! Functions of the second form of the optimization that conductor does not compute.

use crate::diagnostic::Severity;
use crate::homing::conductor::GENERIC_VERSION;
use crate::homing::objective;
use crate::rules::homing::conductor::quoted;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/conductor/second-form",
    severity: Severity::Error,
    title: "function that conductor does not compute",
    doc: "Conductor accepts the form of the optimization of version 2020-08-13, but fails at its distances when it solves, \
          and computes the minimum for the operator `max`.",
    sources: &["HAS-131"],
    bad: "\
# profile: conductor
homing_template_version: 2020-08-13
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
optimization:
  goal: minimize
  operation_function:
    operator: sum
    operands:
      - {function: distance_between, params: {demand: gateway, location: home}}
",
    good: "\
# profile: conductor
homing_template_version: 2020-08-13
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
optimization:
  goal: minimize
  operation_function:
    operator: sum
    operands:
      - {function: attribute, params: {demand: gateway, attribute: latency}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    // Conductor reads this form only in its version.
    let Some(view) = cx.view().filter(|view| cx.is_conductor() && view.version() == Some(GENERIC_VERSION)) else { return };
    objective::visit(&view, &mut |part| {
        if let Some(name) = part.node.get("function").filter(|name| name.as_text() == Some("distance_between")) {
            let finding = cx.report(name.span, "conductor fails at distances of this form");
            finding.help(quoted("'Parser' object has no attribute 'location'"));
        }
        if let Some(operator) = part.node.get("operator").filter(|operator| operator.as_text() == Some("max")) {
            let finding = cx.report(operator.span, "conductor computes the minimum for `max`");
            finding.severity(Severity::Warning);
        }
    });
}
