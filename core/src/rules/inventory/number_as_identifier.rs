//! Number as an identifier in an inventory.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::homing::view::is_number;
use crate::package;
use crate::rules::inventory::{Check, Rule, candidates};

pub static RULE: Rule = Rule {
    code: "inventory/number-as-identifier",
    severity: Severity::Error,
    title: "number as an identifier in an inventory",
    doc: "The identifier of a candidate is a string. Without quotes, `007` and `7` are the same number, and neither is \
          equal to the string in a template.",
    sources: &["HAS-53"],
    bad: "\
candidates:
  gateway:
    - {candidate_id: 7, candidate_type: cloud, inventory_type: cloud, inventory_provider: aai, cost: 1, location_id: w, location_type: att_aic, latitude: 60, longitude: 5}
",
    good: "\
candidates:
  gateway:
    - {candidate_id: \"7\", candidate_type: cloud, inventory_type: cloud, inventory_provider: aai, cost: 1, location_id: w, location_type: att_aic, latitude: 60, longitude: 5}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    // The cells of CSV have no types.
    if package::is_csv(&cx.file.path) {
        return;
    }
    for candidate in candidates(&Rc::clone(&cx.facts)) {
        let Some(node) = candidate.node.get("candidate_id").filter(|node| is_number(node)) else { continue };
        let written = node.span.of(&cx.file.text);
        let finding = cx.report(node.span, format!("the identifier `{written}` must be a string"));
        finding.fix_by_quotes("Quote the identifier", node);
    }
}
