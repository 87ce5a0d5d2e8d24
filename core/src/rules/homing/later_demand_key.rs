//! Key of a later version.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/later-demand-key",
    severity: Severity::Info,
    title: "key of a later version",
    doc: "The guide does not define the key. Conductor and later versions of the template do.",
    sources: &["HAS-36"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, customer_id: fjord}
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
    if cx.is_conductor() || view.is_since("2018-02-01") {
        return;
    }
    for (_, _, requirement) in view.requirements() {
        for entry in requirement.entries() {
            let Some(key) = entry.key.as_text().filter(|key| LATER.contains(key)) else { continue };
            cx.report(entry.key.span, format!("`{key}` is not part of version 2017-10-10"));
        }
    }
}

/// The keys that were added after the guide.
const LATER: [&str; 14] = [
    "filtering_attributes",
    "passthrough_attributes",
    "default_attributes",
    "complex",
    "conflict_identifier",
    "customer_id",
    "flavor",
    "port_key",
    "region",
    "service_resource_id",
    "service_subscription",
    "subdivision",
    "unique",
    "vlan_key",
];
