//! Host of a cloud candidate in an inventory.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::inventory::{Check, Rule, candidates};

pub static RULE: Rule = Rule {
    code: "inventory/host-of-cloud",
    severity: Severity::Warning,
    title: "host of a cloud candidate in an inventory",
    doc: "`host_id` names the host of a service. A cloud region has none.",
    sources: &["HAS-56"],
    bad: "\
candidates:
  gateway:
    - {candidate_id: west, candidate_type: cloud, inventory_type: cloud, inventory_provider: aai, cost: 1, location_id: w, location_type: att_aic, latitude: 60, longitude: 5, host_id: h1}
",
    good: "\
candidates:
  gateway:
    - {candidate_id: west, candidate_type: service, inventory_type: service, inventory_provider: aai, cost: 1, location_id: w, location_type: att_aic, latitude: 60, longitude: 5, host_id: h1}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    for candidate in candidates(&Rc::clone(&cx.facts)) {
        let is_cloud = |key: &str| candidate.node.get(key).and_then(|of| of.as_text()) == Some("cloud");
        let host = candidate.node.entry("host_id").filter(|_| is_cloud("candidate_type") || is_cloud("inventory_type"));
        if let Some(entry) = host {
            cx.report(entry.key.span, "`host_id` of a cloud candidate");
        }
    }
}
