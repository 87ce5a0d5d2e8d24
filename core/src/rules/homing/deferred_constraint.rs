//! Deferred type of constraint.

use crate::diagnostic::Severity;
use crate::homing::kinds::Support;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/deferred-constraint",
    severity: Severity::Warning,
    title: "deferred constraint type",
    doc: "The guide defines the type, but defers its support. Neither solvers nor previews evaluate such \
          constraints, and conductor rejects the template.",
    sources: &["HAS-67", "HAS-113"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: license
    demands: [gateway]
    properties: {id: x, key: y}
",
    good: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    if cx.is_conductor() {
        return; // It rejects the type.
    }
    for constraint in view.constraints() {
        let Some(node) = constraint.node.get("type") else { continue };
        if constraint.kind.is_some_and(|kind| kind.support == Support::Deferred) {
            let finding = cx.report(node.span, format!("constraints of type `{}` are not evaluated", constraint.type_name()));
            finding.help("the guide defers their support");
        }
        let specification = constraint.property("specification").filter(|_| constraint.type_name() == "capability");
        let Some((node, text)) = specification.and_then(|node| Some((node, view.text(node)?))) else { continue };
        let is_planned = ["tosca", "Homing"].contains(&text);
        if text != "heat" && !text.is_empty() {
            let message = if is_planned { "is planned, but not supported" } else { "is not a known specification" };
            cx.report(node.span, format!("`{text}` {message}")).help("use `heat`");
        }
    }
}
