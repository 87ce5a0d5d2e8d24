//! Unknown reservation type.

use crate::diagnostic::Safety;
use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/reservation-type",
    severity: Severity::Warning,
    title: "unknown reservation type",
    doc: "The guide shows a single type: `instance_reservation`.",
    sources: &["HAS-115"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
reservations:
  all:
    type: instance
    demands: [gateway]
    properties: {controller: SDN-C, request: {size: 1}}
",
    good: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
reservations:
  all:
    type: instance_reservation
    demands: [gateway]
    properties: {controller: SDN-C, request: {size: 1}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for reservation in view.reservations() {
        let Some(node) = reservation.node.get("type") else { continue };
        if let Some(of) = view.text(node).filter(|of| *of != "instance_reservation") {
            let finding = cx.report(node.span, format!("unknown reservation type `{of}`"));
            finding.help("did you mean `instance_reservation`?").replace_with("instance_reservation", Safety::Unsafe);
        }
    }
}
