//! Entry of an inventory in another form.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::homing::placement::inventory::{lists, of_file};
use crate::rules::inventory::{Check, Rule, candidates};
use crate::schema::form;
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "inventory/malformed-entry",
    severity: Severity::Error,
    title: "malformed entry of an inventory",
    doc: "Candidates, cloud regions and complexes are lists of mappings, and the identifier of a candidate is a string. Under \
          `pairs`, each item is a list of the identifiers of two candidates that belong together. Other entries are not \
          read.",
    sources: &["HAS-53"],
    bad: "\
candidates:
  gateway:
    - {candidate_id: [west], candidate_type: cloud, inventory_type: cloud, inventory_provider: aai, cost: 1, location_id: w, location_type: att_aic, latitude: 60, longitude: 5}
",
    good: "\
candidates:
  gateway:
    - {candidate_id: west, candidate_type: cloud, inventory_type: cloud, inventory_provider: aai, cost: 1, location_id: w, location_type: att_aic, latitude: 60, longitude: 5}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(root) = of_file(cx.file) else { return };
    for (name, list) in lists(root) {
        if list.as_sequence().is_none() && !list.is_null() {
            cx.report(list.span, format!("{name} must be a list, not {}", form(list)));
        }
        for item in list.items().iter().filter(|item| item.as_mapping().is_none()) {
            let span = if item.span.is_empty() { list.span } else { item.span };
            cx.report(span, format!("an item of {name} must be a mapping, not {}", form(item)));
        }
    }
    for candidate in candidates(&Rc::clone(&cx.facts)) {
        let Some(identifier) = candidate.node.get("candidate_id") else { continue };
        if identifier.as_scalar().is_none() && !identifier.is_null() {
            cx.report(identifier.span, format!("`candidate_id` must be a string, not {}", form(identifier)));
        }
    }
    let Some(pairs) = root.get("pairs").filter(|pairs| !pairs.is_null()) else { return };
    if pairs.as_sequence().is_none() {
        cx.report(pairs.span, format!("`pairs` must be a list, not {}", form(pairs)));
    }
    for pair in pairs.items() {
        let is_pair = matches!(pair.items(), [one, other] if [one, other].iter().all(|id| is_identifier(id)));
        if !is_pair {
            let span = if pair.span.is_empty() { pairs.span } else { pair.span };
            cx.report(span, "a pair must be a list of two identifiers");
        }
    }
}

fn is_identifier(node: &Node) -> bool {
    node.as_scalar().is_some() && !node.is_null()
}
