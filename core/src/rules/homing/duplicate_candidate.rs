//! Duplicate candidate.

use crate::sorted_map::SortedMap;
use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};
use crate::text::Span;

pub static RULE: Rule = Rule {
    code: "homing/duplicate-candidate",
    severity: Severity::Error,
    title: "duplicate candidate",
    doc: "A list of candidates names each of them once; a repeated one has no effect.",
    sources: &["HAS-61"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, required_candidates: [{candidate_id: west}, {candidate_id: west}]}
",
    good: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, required_candidates: [{candidate_id: west}]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    let file = &cx.file.path;
    for (_, _, requirement) in view.requirements() {
        for key in ["required_candidates", "excluded_candidates", "candidates"] {
            let mut seen: SortedMap<&str, Span> = SortedMap::new();
            for (name, span) in view.identifiers(requirement, key) {
                match seen.get(name) {
                    Some(first) => {
                        let finding = cx.report(span, format!("duplicate candidate `{name}`"));
                        finding.related(file, *first, "first listed here");
                    }
                    None => drop(seen.insert(name, span)),
                }
            }
        }
    }
}
