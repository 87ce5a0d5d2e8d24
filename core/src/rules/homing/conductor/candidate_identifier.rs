//! Identifier that is not a list.

use crate::diagnostic::Safety;
use crate::diagnostic::Severity;
use crate::homing::conductor::Kind;
use crate::rules::homing::conductor::quoted;
use crate::rules::homing::{Check, Rule};
use crate::syntax::patch::list::Items;

pub static RULE: Rule = Rule {
    code: "homing/conductor/candidate-identifier",
    severity: Severity::Error,
    title: "identifier that is not a list",
    doc: "In required and excluded candidates, conductor needs `candidate_id` as a list. The guide has a single \
          identifier.",
    sources: &["HAS-50"],
    bad: "\
# profile: conductor
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, required_candidates: [{candidate_id: west}]}
",
    good: "\
# profile: conductor
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, required_candidates: [{candidate_id: [west]}]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let found = cx.rejections(|rejection| rejection.kind == Kind::CandidateIdentifier);
    for rejection in found {
        let Some(node) = cx.file.root.as_ref().and_then(|root| root.at(&rejection.path)) else { continue };
        let finding = cx.report(node.span, "conductor needs a list of identifiers").help(quoted(&rejection.message));
        finding.fix_by("Convert to a list", Safety::Unsafe, |draft| draft.enlist(&rejection.path, Items::One));
    }
}
