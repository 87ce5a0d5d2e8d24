//! Reservation outside its section.

use crate::diagnostic::Safety;
use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "homing/top-level-reservation",
    severity: Severity::Warning,
    title: "reservation outside its section",
    doc: "The example of the guide shows a reservation at the top level. Nothing reads it there: indent it below \
          `reservations`.",
    sources: &["HAS-118"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
all:
  type: instance_reservation
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
    for entry in view.template.entries() {
        let Some(name) = entry.key.as_text().filter(|_| is_reservation(&entry.value)) else { continue };
        let (path, section) = (view.base.key(name), view.base.key("reservations"));
        let finding = cx.report(entry.key.span, format!("reservation `{name}` is outside `reservations`"));
        finding.help("indent it below `reservations`").fix_by(format!("Move `{name}` under `reservations`"), Safety::Unsafe, |draft| {
            draft.move_into(&path, &section)
        });
    }
}

/// Whether a top-level value is a reservation.
pub fn is_reservation(node: &Node) -> bool {
    node.get("type").and_then(Node::as_text) == Some("instance_reservation")
}
