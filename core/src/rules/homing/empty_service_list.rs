//! Empty service type or identifier.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "homing/empty-service-list",
    severity: Severity::Error,
    title: "empty service type or identifier",
    doc: "`service_type` and `service_id` are a string, or a list of at least one string.",
    sources: &["HAS-43"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: service, service_type: []}
",
    good: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: service, service_type: [cache]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for (_, _, requirement) in view.requirements() {
        for key in ["service_type", "service_id"] {
            let Some(entry) = requirement.entry(key) else { continue };
            let Some(value) = view.resolve(&entry.value) else { continue };
            if value.as_sequence().is_some_and(|list| list.items.is_empty()) {
                cx.report(entry.key.span, format!("`{key}` is an empty list"));
            }
            let is_blank = |node: &&Node| node.as_text().is_some_and(|text| text.trim().is_empty()) && !node.is_null();
            if let Some(blank) = value.items_or_self().iter().find(is_blank) {
                cx.report(blank.span, format!("`{key}` has an empty text"));
            }
        }
    }
}
