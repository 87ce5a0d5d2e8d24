//! Demand without constraints.

use crate::sorted_map::SortedSet;
use crate::sorting::gather;
use crate::diagnostic::Severity;
use crate::homing::view::Named;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/unused-demand",
    severity: Severity::Info,
    title: "demand without constraints",
    doc: "Neither a constraint nor the optimization refers to the demand, so any of its candidates will do.",
    sources: &["HAS-51"],
    bad: "\
homing_template_version: 2017-10-10
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
    let names: SortedSet<&str> = gather(cx.mentions.iter().map(|mention| mention.name.as_str()));
    let supplied = view.texts_of_parameters();
    // Another form is a finding of its own.
    let is_list = |demand: &Named<'_>| demand.value.as_sequence().is_some();
    for demand in view.section("demands").into_iter().filter(is_list) {
        if !names.contains(demand.name) && !supplied.contains(demand.name) {
            let message = format!("neither a constraint nor the optimization uses demand `{}`", demand.name);
            cx.report(demand.entry.key.span, message);
        }
    }
}
