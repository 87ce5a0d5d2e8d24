//! Service key in a demand for clouds.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/service-key-on-cloud",
    severity: Severity::Warning,
    title: "service key in a demand for clouds",
    doc: "`service_type` and `service_id` select services. They have no effect on an inventory of cloud regions.",
    sources: &["HAS-42"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, service_type: cache}
",
    good: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: service, service_type: cache}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for (_, _, requirement) in view.requirements() {
        let of = requirement.get("inventory_type").and_then(|of| view.text(of));
        for key in ["service_type", "service_id"] {
            if let Some(entry) = requirement.entry(key).filter(|_| of == Some("cloud")) {
                cx.report(entry.key.span, format!("`{key}` has no effect on an inventory of clouds"));
            }
        }
    }
}
