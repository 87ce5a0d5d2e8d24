//! Missing key of a candidate in an inventory.

use std::rc::Rc;

use crate::diagnostic::{Safety, Severity, listed};
use crate::homing::placement::inventory::{Listed, Schema};
use crate::package;
use crate::rules::inventory::{Check, Rule, candidates, name_of};
use crate::syntax::{SyntaxError, SyntaxErrorKind, plain};

pub static RULE: Rule = Rule {
    code: "inventory/missing-key",
    severity: Severity::Error,
    title: "missing key of a candidate in an inventory",
    doc: "A placement needs the identifier, type and coordinates of each candidate. The guide requires further keys; a \
          candidate without them can be placed.",
    sources: &["HAS-53", "HAS-54"],
    bad: "\
candidates:
  gateway:
    - {candidate_id: west, candidate_type: cloud, inventory_type: cloud, inventory_provider: aai, cost: 1, location_id: w, location_type: att_aic}
",
    good: "\
candidates:
  gateway:
    - {candidate_id: west, candidate_type: cloud, inventory_type: cloud, inventory_provider: aai, cost: 1, location_id: w, location_type: att_aic, latitude: 60, longitude: 5}
",
    check,
};

const NEEDED: [&str; 4] = ["candidate_id", "inventory_type", "latitude", "longitude"];
const FURTHER: [&str; 5] = ["candidate_type", "inventory_provider", "cost", "location_id", "location_type"];

fn check(cx: &mut Check<'_>) {
    for candidate in candidates(&Rc::clone(&cx.facts)) {
        report(cx, candidate, &NEEDED, Severity::Error);
        report(cx, candidate, &FURTHER, Severity::Warning);
    }
    for region in Rc::clone(&cx.facts).iter().filter(|entry| entry.schema == Schema::Region) {
        report(cx, region, &["cloud-region-id"], Severity::Error);
    }
}

/// Reports the missing ones of `keys` together.
fn report(cx: &mut Check<'_>, candidate: &Listed<'_>, keys: &[&str], severity: Severity) {
    let is_missing =
        |key: &&&str| candidate.node.get(key).is_none_or(|value| value.is_null() || value.as_text() == Some(""));
    let missing: Vec<&str> = keys.iter().filter(is_missing).copied().collect();
    // An unclosed quote swallows the cells after it.
    let is_unclosed = |error: &SyntaxError| {
        error.kind == SyntaxErrorKind::UnterminatedString && error.span.start < candidate.node.span.end
    };
    if missing.is_empty() || package::is_csv(&cx.file.path) && cx.file.errors.iter().any(is_unclosed) {
        return;
    }
    let (of, span) = name_of(candidate);
    let of_inventory = candidate.node.get("inventory_type").filter(|_| missing.contains(&"candidate_type"));
    let finding = cx.report(span, format!("missing {} in {of}", listed(&missing))).severity(severity);
    if let Some(of_inventory) = of_inventory.filter(|of| of.as_text().is_some()) {
        // Both types are normally the same.
        let (path, value) = (candidate.path.key("candidate_type"), plain::value(of_inventory));
        finding.fix_by("Insert `candidate_type`", Safety::Safe, |draft| draft.set(&path, &value));
    }
}
