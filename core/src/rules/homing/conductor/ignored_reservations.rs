//! Ignored reservations.

use crate::diagnostic::Safety;
use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/conductor/ignored-reservations",
    severity: Severity::Warning,
    title: "ignored reservations",
    doc: "Conductor reads reservations from `reservation`, with `service_model` and `service_candidates`. It \
          ignores the section `reservations` of the guide without a message.",
    sources: &["HAS-119"],
    bad: "\
# profile: conductor
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
    good: "\
# profile: conductor
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
reservation:
  service_model: cache
  service_candidates:
    all:
      demands: [gateway]
      properties: {controller: SDN-C, request: {size: 1}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view().filter(|_| cx.is_conductor()) else { return };
    if let Some(entry) = view.template.entry("reservations") {
        let finding = cx.report(entry.key.span, "conductor ignores `reservations`");
        let finding = finding.help("conductor reads `reservation` with `service_candidates`");
        let (path, base) = (view.base.key("reservations"), view.base.clone());
        finding.fix_by("Rewrite as `reservation`", Safety::Unsafe, |draft| crate::homing::ready::rewrite_reservations(draft, &base, &path));
    }
}
