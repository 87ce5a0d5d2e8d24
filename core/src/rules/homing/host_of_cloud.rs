//! Host of a cloud candidate.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/host-of-cloud",
    severity: Severity::Warning,
    title: "host of a cloud candidate",
    doc: "`host_id` names the host of a service. A cloud region has none.",
    sources: &["HAS-56"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, required_candidates: [{candidate_id: west, candidate_type: cloud, host_id: h1}]}
",
    good: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, required_candidates: [{candidate_id: west, candidate_type: cloud}]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for (_, _, candidate) in view.candidates() {
        let is_cloud = ["candidate_type", "inventory_type"].iter().any(|key| {
            candidate.get(key).and_then(|of| view.text(of)) == Some("cloud")
        });
        if let Some(entry) = candidate.entry("host_id").filter(|_| is_cloud) {
            cx.report(entry.key.span, "`host_id` of a cloud candidate");
        }
    }
}
