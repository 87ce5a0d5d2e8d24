//! Contradicting zones.

use crate::diagnostic::Severity;
use crate::homing::view::Constraint;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/contradicting-zones",
    severity: Severity::Error,
    title: "contradicting zones",
    doc: "Two constraints demand the same zone and different zones of one category for the same two demands.",
    sources: &["HAS-133"],
    bad: "\
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
  together:
    type: zone
    demands: [gateway, cache]
    properties: {qualifier: same, category: region}
",
    good: "\
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
    properties: {qualifier: different, category: complex}
  together:
    type: zone
    demands: [gateway, cache]
    properties: {qualifier: same, category: region}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    let file = &cx.file.path;
    let zones = view.constraints().into_iter().filter(|constraint| constraint.type_name() == "zone");
    let zones: Vec<_> = zones.take(MAX_ZONES).filter_map(|zone| {
        let text = |name: &str| view.text(zone.property(name)?);
        Some((text("category")?.trim_end_matches("_zone"), text("qualifier")?, zone))
    }).collect();
    for (index, (category, qualifier, later)) in zones.iter().enumerate() {
        let names = later.demand_names();
        let contradicts = |earlier: &&Constraint<'_>| earlier.demand_names().iter().filter(|name| names.contains(name)).count() >= 2;
        let opposite = zones.iter().take(index).filter(|(of, other, _)| of == category && other != qualifier);
        if let Some(earlier) = opposite.map(|(.., earlier)| earlier).find(contradicts) {
            let finding = cx.report(later.entry.key.span, format!("`{}` contradicts `{}`", later.name, earlier.name));
            finding.related(file, earlier.entry.key.span, "the other zone");
        }
    }
}

/// Bounds the pairs that are compared.
const MAX_ZONES: usize = 500;
