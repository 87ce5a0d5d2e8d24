//! Controller without a request.

use crate::diagnostic::Severity;
use crate::homing::view::Constraint;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/no-request",
    severity: Severity::Warning,
    title: "controller without a request",
    doc: "The controller decides based on the values of `request`. Without them, the controller has nothing to \
          decide.",
    sources: &["HAS-98", "HAS-99", "HAS-117"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: instance_fit
    demands: [gateway]
    properties: {controller: SDN-C}
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
    properties: {controller: SDN-C, request: {size: 2}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    let asks = |constraint: &Constraint<'_>| ["instance_fit", "region_fit"].contains(&constraint.type_name());
    let constraints = view.constraints().into_iter().filter(asks);
    for constraint in constraints.chain(view.reservations()) {
        let has = |name: &str| constraint.property(name);
        if has("controller").is_some() && has("request").is_none() {
            let finding = cx.report(constraint.entry.key.span, format!("`{}` has no request for the controller", constraint.name));
            finding.help("add `request` with the values for the controller");
        }
    }
}
