//! Threshold that is a number.

use crate::diagnostic::Safety;
use crate::diagnostic::Severity;
use crate::edit::TextEdit;
use crate::homing::conductor::Kind;
use crate::homing::view::is_number;
use crate::rules::homing::conductor::quoted;
use crate::rules::homing::{Written, thresholds};
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/conductor/numeric-threshold",
    severity: Severity::Error,
    title: "threshold that is a number",
    doc: "Conductor reads thresholds from strings only. The guide allows plain numbers.",
    sources: &["HAS-86"],
    bad: "\
# profile: conductor
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  near:
    type: distance_to_location
    demands: [gateway]
    properties: {distance: 250, location: home}
",
    good: "\
# profile: conductor
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  near:
    type: distance_to_location
    demands: [gateway]
    properties: {distance: '= 250', location: home}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let found = cx.rejections(|rejection| rejection.kind == Kind::Threshold);
    for (Written { node, scalar, place, text, .. }, _) in thresholds(cx) {
        if !is_number(scalar) {
            continue;
        }
        let Some(rejection) = found.iter().find(|rejection| rejection.value == node.span) else { continue };
        let finding = cx.report(node.span, format!("conductor needs a string instead of the number `{text}`"));
        let finding = finding.help(quoted(&rejection.message));
        finding.fix("Quote the threshold", Safety::Unsafe, TextEdit::replace(place.span, format!("\"{text}\"")));
    }
}
