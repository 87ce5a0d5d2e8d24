//! Attributes under their former name.

use crate::diagnostic::Safety;
use crate::diagnostic::Severity;
use crate::homing::conductor::Kind;
use crate::rules::homing::conductor::quoted;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/conductor/demand-attributes",
    severity: Severity::Error,
    title: "attributes under their former name",
    doc: "Conductor renamed `attributes` of a demand to `filtering_attributes` in 2019 and rejects the former name.",
    sources: &["HAS-37"],
    bad: "\
# profile: conductor
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, attributes: {status: Active}}
",
    good: "\
# profile: conductor
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, filtering_attributes: {status: Active}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let found = cx.rejections(|rejection| rejection.kind == Kind::UnknownKey && rejection.path.last_key() == Some("attributes"));
    for rejection in found {
        let finding = cx.report(rejection.span, "conductor rejects `attributes` of a demand");
        let finding = finding.help(quoted(&rejection.message));
        finding.fix_by("Rename to `filtering_attributes`", Safety::Unsafe, |draft| draft.rename_key(&rejection.path, "filtering_attributes"));
    }
}
