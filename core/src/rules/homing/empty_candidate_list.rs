//! Empty list of candidates.

use crate::diagnostic::Safety;
use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "homing/empty-candidate-list",
    severity: Severity::Error,
    title: "empty list of candidates",
    doc: "A list of required or excluded candidates names at least one.",
    sources: &["HAS-46"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, required_candidates: []}
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
    for (_, path, requirement) in view.requirements() {
        for key in ["required_candidates", "excluded_candidates", "candidates"] {
            let Some(entry) = requirement.entry(key) else { continue };
            if view.resolve(&entry.value).and_then(Node::as_sequence).is_some_and(|list| list.items.is_empty()) {
                let finding = cx.report(entry.key.span, format!("`{key}` is an empty list"));
                let path = path.key(key);
                finding.fix_by(format!("Remove `{key}`"), Safety::Unsafe, |draft| draft.remove(&path));
            }
        }
    }
}
