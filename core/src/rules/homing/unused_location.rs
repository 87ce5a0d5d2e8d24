//! Unused location.

use crate::sorted_map::SortedSet;
use crate::sorting::gather;
use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/unused-location",
    severity: Severity::Info,
    title: "unused location",
    doc: "Neither a constraint nor the optimization uses the location.",
    sources: &["HAS-33"],
    bad: "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    good: "\
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
    properties: {distance: < 100 km, location: home}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view().filter(|view| view.has_readable_constraints()) else { return };
    let used: SortedSet<&str> = gather(cx.mentions.iter().filter(|mention| mention.kind == crate::symbol::SymbolKind::Location).map(|mention| mention.name.as_str()));
    let supplied = view.texts_of_parameters();
    for location in view.section("locations") {
        if !used.contains(location.name) && !supplied.contains(location.name) {
            cx.report(location.entry.key.span, format!("location `{}` is not used", location.name));
        }
    }
}
