//! Type of constraint of a later version.

use crate::diagnostic::Severity;
use crate::homing::kinds::Support;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/later-constraint-type",
    severity: Severity::Warning,
    title: "constraint type of a later version",
    doc: "The types `hpa`, `vim_fit` and `threshold` are not part of version 2017-10-10. Set the version to \
          `2018-02-01`.",
    sources: &["HAS-68"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: vim_fit
    demands: [gateway]
    properties: {controller: multicloud, request: {size: 2}}
",
    good: "\
homing_template_version: 2018-02-01
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: vim_fit
    demands: [gateway]
    properties: {controller: multicloud, request: {size: 2}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    if cx.is_conductor() || view.is_since("2018-02-01") {
        return;
    }
    for constraint in view.constraints() {
        let Some(node) = constraint.node.get("type") else { continue };
        if constraint.kind.is_some_and(|kind| kind.support == Support::Later) {
            let message = format!("type `{}` is not part of version 2017-10-10", constraint.type_name());
            cx.report(node.span, message).help("the type needs version `2018-02-01`");
        }
    }
}
