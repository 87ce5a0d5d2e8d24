//! Unknown type of a candidate in an inventory.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::inventory::{Check, Rule, candidates};

pub static RULE: Rule = Rule {
    code: "inventory/unknown-type",
    severity: Severity::Error,
    title: "unknown type of a candidate in an inventory",
    doc: "The type of a candidate and of its inventory is `cloud` or `service`, normally the same for both. Later \
          versions of conductor have further types.",
    sources: &["HAS-55"],
    bad: "\
candidates:
  gateway:
    - {candidate_id: west, candidate_type: cloud, inventory_type: clod, inventory_provider: aai, cost: 1, location_id: w, location_type: att_aic, latitude: 60, longitude: 5}
",
    good: "\
candidates:
  gateway:
    - {candidate_id: west, candidate_type: cloud, inventory_type: cloud, inventory_provider: aai, cost: 1, location_id: w, location_type: att_aic, latitude: 60, longitude: 5}
",
    check,
};

const TYPES: [&str; 2] = ["cloud", "service"];
const LATER: [&str; 7] = ["transport", "vfmodule", "nssi", "nsi", "slice_profiles", "nst", "nsst"];

fn check(cx: &mut Check<'_>) {
    for candidate in candidates(&Rc::clone(&cx.facts)) {
        let types = ["candidate_type", "inventory_type"].map(|key| {
            let node = candidate.node.get(key).filter(|node| !node.is_null())?;
            Some((key, node, node.as_text().unwrap_or_default()))
        });
        for (key, node, of) in types.into_iter().flatten() {
            if !TYPES.contains(&of) && !LATER.contains(&of) {
                let finding = cx.report(node.span, format!("invalid value `{of}` for `{key}`"));
                finding.suggest(of, TYPES, "expected `cloud` or `service`");
            }
        }
        if let [Some((.., one)), Some((_, node, other))] = types
            && one != other
            && [one, other].iter().all(|of| TYPES.contains(of))
        {
            let message = format!("`inventory_type` is `{other}`, and `candidate_type` is `{one}`");
            cx.report(node.span, message).severity(Severity::Warning);
        }
    }
}
