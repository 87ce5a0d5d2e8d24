//! Unresolvable zone.

use crate::diagnostic::Severity;
use crate::rules::homing::conductor::quoted;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/conductor/unresolvable-zone",
    severity: Severity::Error,
    title: "unresolvable zone",
    doc: "Conductor knows the zones of a candidate only for the categories `region`, `complex` and `country`. With \
          any other, the plan fails.",
    sources: &["HAS-106"],
    bad: "\
# profile: conductor
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
  cache:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  apart:
    type: zone
    demands: [gateway, cache]
    properties: {qualifier: different, category: disaster}
",
    good: "\
# profile: conductor
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
  cache:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  apart:
    type: zone
    demands: [gateway, cache]
    properties: {qualifier: different, category: region}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view().filter(|_| cx.is_conductor()) else { return };
    for constraint in view.constraints().into_iter().filter(|constraint| constraint.type_name() == "zone") {
        let Some(node) = constraint.property("category") else { continue };
        if let Some(text) = view.text(node).filter(|text| ["disaster", "time", "maintenance"].contains(text)) {
            let finding = cx.report(node.span, format!("conductor cannot resolve the zone `{text}`"));
            finding.help(quoted(&format!("Unresolvable zone category {text}")));
        }
    }
}
