//! Existing placement is not allowed.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/existing-placement-not-allowed",
    severity: Severity::Warning,
    title: "existing placement is not allowed",
    doc: "The current candidate is excluded, or not among the required ones, so it cannot be kept.",
    sources: &["HAS-49"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, excluded_candidates: [{candidate_id: west}], existing_placement: {candidate_id: west}}
",
    good: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, existing_placement: {candidate_id: west}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    let file = &cx.file.path;
    for (_, _, requirement) in view.requirements() {
        let existing = view.identifiers(requirement, "existing_placement");
        let (required, excluded) = (view.identifiers(requirement, "required_candidates"), view.identifiers(requirement, "excluded_candidates"));
        for (name, span) in existing {
            if let Some((_, other)) = excluded.iter().find(|(other, _)| *other == name) {
                let finding = cx.report(span, format!("existing placement `{name}` is excluded"));
                finding.related(file, *other, "excluded here");
            } else if !required.is_empty() && required.iter().all(|(other, _)| *other != name) {
                cx.report(span, format!("existing placement `{name}` is not among the required candidates"));
            }
        }
    }
}
