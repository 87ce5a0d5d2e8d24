//! Duplicate candidate in an inventory.

use std::collections::HashMap;
use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::homing::placement::inventory::Schema;
use crate::rules::inventory::{Check, Rule};
use crate::text::Span;

pub static RULE: Rule = Rule {
    code: "inventory/duplicate-candidate",
    severity: Severity::Error,
    title: "duplicate candidate in an inventory",
    doc: "The candidates of a demand have different identifiers, and so do the cloud regions of an owner, and the complexes.",
    sources: &["HAS-61"],
    bad: "\
candidates:
  gateway:
    - {candidate_id: west, candidate_type: cloud, inventory_type: cloud, inventory_provider: aai, cost: 1, location_id: w, location_type: att_aic, latitude: 60, longitude: 5}
    - {candidate_id: west, candidate_type: cloud, inventory_type: cloud, inventory_provider: aai, cost: 1, location_id: w, location_type: att_aic, latitude: 60, longitude: 5}
",
    good: "\
candidates:
  gateway:
    - {candidate_id: west, candidate_type: cloud, inventory_type: cloud, inventory_provider: aai, cost: 1, location_id: w, location_type: att_aic, latitude: 60, longitude: 5}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = &cx.file.path;
    let mut seen: HashMap<(&str, &str, &str), Span> = HashMap::new();
    for entry in Rc::clone(&cx.facts).iter() {
        let text = |key: &str| entry.node.get(key).and_then(|node| Some((node.as_text()?, node.span)));
        // A region is identified within its owner.
        let (found, within, noun) = match entry.schema {
            Schema::Candidate => (text("candidate_id"), entry.demand, "candidate"),
            Schema::Region => {
                (text("cloud-region-id"), text("cloud-owner").map_or("", |(owner, _)| owner), "cloud region")
            }
            Schema::Complex => (text("physical-location-id"), "", "complex"),
        };
        let Some((id, span)) = found else { continue };
        match seen.get(&(noun, within, id)) {
            Some(first) => {
                let finding = cx.report(span, format!("duplicate {noun} `{id}`"));
                finding.related(file, *first, "first listed here");
            }
            None => drop(seen.insert((noun, within, id), span)),
        }
    }
}
