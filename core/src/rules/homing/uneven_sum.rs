//! Demand missing from the objective.

use crate::sorted_map::SortedSet;
use crate::diagnostic::Severity;
use crate::homing::terms;
use crate::rules::homing::{Check, Rule};
use crate::syntax::{Entry, Node};

pub static RULE: Rule = Rule {
    code: "homing/uneven-sum",
    severity: Severity::Warning,
    title: "demand missing from the objective",
    doc: "Each demand usually occurs once in the sum. One that is missing is placed by its constraints and cost \
          alone; one that occurs twice counts twice.",
    sources: &["HAS-130"],
    bad: "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
  cache:
    - {inventory_provider: aai, inventory_type: cloud}
optimization:
  minimize:
    sum:
      - distance_between: [home, gateway]
      - distance_between: [home, gateway]
",
    good: "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
  cache:
    - {inventory_provider: aai, inventory_type: cloud}
optimization:
  minimize:
    sum:
      - distance_between: [home, gateway]
      - distance_between: [home, cache]
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    let Some(sum) = terms::sum(&view).filter(|_| terms::nested(&view).is_empty()) else { return };
    let mut seen: SortedSet<&str> = SortedSet::new();
    let mut n_unknown = 0;
    for distance in terms::distances(&view) {
        let is_demand = |name: &&Node| {
            name.as_text().is_some_and(|name| view.has("demands", name) && !view.has("locations", name))
        };
        let demands: Vec<&Node> = distance.value.items().iter().filter(is_demand).collect();
        let only = if let [only] = demands.as_slice() { Some(*only) } else { None };
        match only.and_then(|node| Some((node, node.as_text()?))) {
            Some((node, name)) if !seen.insert(name) => {
                cx.report(node.span, format!("demand `{name}` occurs twice in the sum"));
            }
            Some(_) => {}
            None => n_unknown += 1,
        }
    }
    // Of a product without a distance, the demand is not known.
    let has_distance = |product: &&Entry| product.value.items().iter().any(|of| of.entry("distance_between").is_some());
    let are_whole = terms::products(&view).iter().all(has_distance);
    if n_unknown > 0 || seen.is_empty() || !are_whole || terms::functions(&view).len() > terms::distances(&view).len() + terms::products(&view).len() {
        return; // Another rule reports the arguments, or another function covers the demands.
    }
    for demand in view.section("demands").iter().filter(|demand| !seen.contains(demand.name)) {
        let finding = cx.report(sum.key.span, format!("demand `{}` is missing from the sum", demand.name));
        finding.help("the demand is placed by its constraints and cost alone");
    }
}
