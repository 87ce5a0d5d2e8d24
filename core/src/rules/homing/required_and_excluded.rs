//! Candidate both required and excluded.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/required-and-excluded",
    severity: Severity::Error,
    title: "candidate both required and excluded",
    doc: "A candidate cannot be required and excluded at the same time.",
    sources: &["HAS-48"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, required_candidates: [{candidate_id: west}], excluded_candidates: [{candidate_id: west}]}
",
    good: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, required_candidates: [{candidate_id: west}], excluded_candidates: [{candidate_id: east}]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    let file = &cx.file.path;
    for (_, _, requirement) in view.requirements() {
        let required = view.identifiers(requirement, "required_candidates");
        for (name, span) in view.identifiers(requirement, "excluded_candidates") {
            if let Some((_, other)) = required.iter().find(|(other, _)| *other == name) {
                let finding = cx.report(span, format!("candidate `{name}` is both required and excluded"));
                finding.related(file, *other, "required here");
            }
        }
    }
}
