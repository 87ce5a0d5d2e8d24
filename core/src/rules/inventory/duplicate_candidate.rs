//! Duplicate candidate in an inventory.

use std::collections::HashMap;
use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::inventory::{Check, Rule};
use crate::text::Span;

pub static RULE: Rule = Rule {
    code: "inventory/duplicate-candidate",
    severity: Severity::Error,
    title: "duplicate candidate in an inventory",
    doc: "The candidates of a demand have different identifiers.",
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
    let mut seen: HashMap<(&str, &str), Span> = HashMap::new();
    for candidate in Rc::clone(&cx.facts).iter() {
        let Some((id, node)) = candidate.node.get("candidate_id").and_then(|id| Some((id.as_text()?, id))) else {
            continue;
        };
        match seen.get(&(candidate.demand, id)) {
            Some(first) => {
                let finding = cx.report(node.span, format!("duplicate candidate `{id}`"));
                finding.related(file, *first, "first listed here");
            }
            None => drop(seen.insert((candidate.demand, id), node.span)),
        }
    }
}
