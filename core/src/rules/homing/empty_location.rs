//! Location without content.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/empty-location",
    severity: Severity::Error,
    title: "location without content",
    doc: "A location has coordinates, a host name, a CLLI code or an address.",
    sources: &["HAS-24"],
    bad: "\
homing_template_version: 2017-10-10
locations:
  home: {}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    good: "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for location in view.section("locations") {
        let is_empty = location.value.as_mapping().is_some_and(|location| location.entries.is_empty());
        if is_empty {
            let finding = cx.report(location.entry.key.span, format!("location `{}` is empty", location.name));
            finding.help("add a `latitude` and a `longitude`, a `host_name` or a `clli_code`");
        }
    }
}
