//! Unknown controller.

use crate::diagnostic::Severity;
use crate::rules::homing::conductor::quoted;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/conductor/controller",
    severity: Severity::Error,
    title: "unknown controller",
    doc: "For `instance_fit` and `region_fit`, conductor knows a single controller, `SDN-C`, in capital letters. \
          With any other controller, it drops every candidate.",
    sources: &["HAS-101"],
    bad: "\
# profile: conductor
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: instance_fit
    demands: [gateway]
    properties: {controller: sdn-c, request: {size: 1}}
",
    good: "\
# profile: conductor
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
    let Some(view) = cx.view().filter(|_| cx.is_conductor()) else { return };
    for constraint in view.constraints() {
        let Some(node) = constraint.property("controller") else { continue };
        let asks = ["instance_fit", "region_fit"].contains(&constraint.type_name());
        let Some(scalar) = view.resolve(node) else { continue };
        let Some(text) = scalar.as_text().filter(|text| asks && *text != "SDN-C" && !text.is_empty()) else { continue };
        let finding = cx.report(node.span, format!("conductor drops every candidate for the controller `{text}`"));
        let finding = finding.help(quoted("Unknown service controller"));
        if scalar.span == node.span {
            finding.replace_name(text, "SDN-C");
        } else if view.is_read_only_by(scalar, |path| path.last_key() == Some("controller")) {
            finding.replace_scalar("Set the parameter to `SDN-C`", scalar.span, "SDN-C");
        }
    }
}
