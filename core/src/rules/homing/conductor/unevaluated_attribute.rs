//! Attribute that is not evaluated.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/conductor/unevaluated-attribute",
    severity: Severity::Warning,
    title: "attribute that is not evaluated",
    doc: "Conductor evaluates only the attributes `network_roles`, `replication_role`, `complex`, `country`, \
          `state`, `region` and `cloud-region`, most of them only with `any` or `all`. Every other condition passes \
          without a message.",
    sources: &["HAS-94"],
    bad: "\
# profile: conductor
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: attribute
    demands: [gateway]
    properties: {evaluate: {cloud_version: 9.9}}
",
    good: "\
# profile: conductor
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: attribute
    demands: [gateway]
    properties: {evaluate: {country: {any: [NO]}}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view().filter(|_| cx.is_conductor()) else { return };
    for (name, value) in view.evaluated() {
        let is_listed = ["any", "all"].iter().any(|key| value.entry(key).is_some());
        let message = match name {
            "replication_role" | "cloud-region" => continue,
            "network_roles" | "complex" | "country" | "state" | "region" if is_listed => continue,
            "network_roles" | "complex" | "country" | "state" | "region" => {
                format!("conductor does not compare `{name}` with a single value")
            }
            _ => format!("conductor does not evaluate the attribute `{name}`"),
        };
        let span = view.evaluated_key(name, value).unwrap_or(value.span);
        cx.report(span, message).help("every candidate passes");
    }
}
