//! Threshold without spaces.

use crate::diagnostic::Severity;
use crate::homing::conductor::Kind;
use crate::homing::threshold;
use crate::rules::homing::conductor::quoted;
use crate::rules::homing::{Written, thresholds};
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/conductor/spaced-threshold",
    severity: Severity::Error,
    title: "threshold without spaces",
    doc: "Conductor needs spaces between the operator, the number and the unit. In the guide, the spaces are \
          optional.",
    sources: &["HAS-85"],
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
    properties: {distance: <250km, location: home}
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
    properties: {distance: < 250 km, location: home}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let found = cx.rejections(|rejection| rejection.kind == Kind::Threshold);
    let listed: Vec<_> = thresholds(cx).into_iter().filter(|(_, threshold)| threshold.is_ok()).collect();
    for (Written { node, place, text, .. }, _) in listed {
        let Some(spaced) = threshold::spaced(text) else { continue };
        let Some(rejection) = found.iter().find(|rejection| rejection.value == node.span) else { continue };
        let finding = cx.report(node.span, format!("conductor needs spaces in `{text}`")).help(quoted(&rejection.message));
        finding.replace_threshold(place, &spaced);
    }
}
