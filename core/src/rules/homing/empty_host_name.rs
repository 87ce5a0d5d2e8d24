//! Empty host name.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/empty-host-name",
    severity: Severity::Error,
    title: "empty host name",
    doc: "A host name identifies a host in an inventory, which knows its location.",
    sources: &["HAS-30"],
    bad: "\
homing_template_version: 2017-10-10
locations:
  home: {host_name: \"\"}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    good: "\
homing_template_version: 2017-10-10
locations:
  home: {host_name: USESTCDLLSTX55ANZ123}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for location in view.section("locations") {
        let Some(host) = location.value.get("host_name") else { continue };
        if view.text(host).is_some_and(|text| text.trim().is_empty()) {
            cx.report(host.span, format!("location `{}` has an empty host name", location.name));
        }
    }
}
