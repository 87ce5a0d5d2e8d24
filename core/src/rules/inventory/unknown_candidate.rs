//! Pair with an unknown candidate.

use std::collections::HashSet;
use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::homing::placement::inventory::{Schema, of_file};
use crate::rules::inventory::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "inventory/unknown-candidate",
    severity: Severity::Warning,
    title: "pair with an unknown candidate",
    doc: "A pair names two candidates that belong together, for constraints of the type `inventory_group`. A candidate that \
          the inventory does not list may be in another one that is read with it.",
    sources: &[],
    bad: "\
candidates:
  gateway:
    - {candidate_id: west, candidate_type: cloud, inventory_type: cloud, inventory_provider: aai, cost: 1, location_id: w, location_type: att_aic, latitude: 60, longitude: 5}
pairs:
  - [west, east]
",
    good: "\
candidates:
  gateway:
    - {candidate_id: west, candidate_type: cloud, inventory_type: cloud, inventory_provider: aai, cost: 1, location_id: w, location_type: att_aic, latitude: 60, longitude: 5}
  router:
    - {candidate_id: east, candidate_type: cloud, inventory_type: cloud, inventory_provider: aai, cost: 1, location_id: e, location_type: att_aic, latitude: 60, longitude: 6}
pairs:
  - [west, east]
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(pairs) = of_file(cx.file).and_then(|root| root.get("pairs")) else { return };
    let entries = Rc::clone(&cx.facts);
    let identifier = |schema: Schema| match schema {
        Schema::Candidate => Some("candidate_id"),
        Schema::Region => Some("cloud-region-id"),
        Schema::Complex => None,
    };
    let known = entries.iter().filter_map(|entry| entry.node.get(identifier(entry.schema)?)?.as_text());
    let known: HashSet<&str> = known.collect();
    for name in pairs.items().iter().filter(|pair| pair.items().len() == 2).flat_map(Node::items) {
        if let Some(text) = name.as_text().filter(|text| !known.contains(text)) {
            let finding = cx.report(name.span, format!("unknown candidate `{text}`"));
            finding.suggest(text, known.iter().copied(), "no list of the inventory has it");
        }
    }
}
