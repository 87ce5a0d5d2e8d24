//! Reservation in the form of conductor.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/conductor-reservation",
    severity: Severity::Warning,
    title: "reservation in the form of conductor",
    doc: "The section of the guide is `reservations`. Conductor reads `reservation`, with `service_model` and \
          `service_candidates`.",
    sources: &["HAS-02", "HAS-119"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
reservation:
  service_model: cache
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
    if let Some(entry) = view.template.entry("reservation").filter(|_| !cx.is_conductor()) {
        let finding = cx.report(entry.key.span, "only conductor reads `reservation`");
        finding.help("the section of the guide is `reservations`");
    }
}
