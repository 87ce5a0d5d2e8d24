//! Parameter with a value that is not valid where it is used.

use crate::diagnostic::Severity;
use crate::homing::schema::{CATEGORIES, INVENTORY_TYPES, QUALIFIERS};
use crate::homing::view::{View, call};
use crate::homing::objective;
use crate::rules::homing::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "homing/invalid-parameter-value",
    severity: Severity::Error,
    title: "invalid value of a parameter",
    doc: "`get_param` returns the value of a parameter, which must be valid in its place: the qualifier and category of a \
          zone, the location of a constraint, and the inventory type of a demand are one of a few words or names.",
    sources: &["HAS-40", "HAS-97", "HAS-103", "HAS-104"],
    bad: "\
homing_template_version: 2017-10-10
parameters: {relation: near}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
  cache:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  together:
    type: zone
    demands: [gateway, cache]
    properties: {qualifier: {get_param: relation}, category: region}
",
    good: "\
homing_template_version: 2017-10-10
parameters: {relation: same}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
  cache:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  together:
    type: zone
    demands: [gateway, cache]
    properties: {qualifier: {get_param: relation}, category: region}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    let locations: Vec<&str> = view.section("locations").iter().map(|location| location.name).collect();
    let mut found: Vec<(&str, &Node, &[&str])> = Vec::new();
    for constraint in view.constraints() {
        let mut add = |name, known| found.extend(constraint.property(name).map(|node| (name, node, known)));
        if constraint.type_name() == "zone" {
            add("qualifier", QUALIFIERS);
            add("category", CATEGORIES);
        }
        if ["distance_to_location", "network_to_location"].contains(&constraint.type_name()) {
            add("location", &locations[..]);
        }
    }
    let demands: Vec<&str> = view.section("demands").iter().map(|demand| demand.name).collect();
    let ends: Vec<&str> = [&locations[..], &demands[..]].concat();
    for distance in objective::distances(&view.base, view.root) {
        found.extend(distance.ends.into_iter().map(|node| ("distance_between", node, &ends[..])));
    }
    for (_, _, requirement) in view.requirements() {
        let node = requirement.get("inventory_type");
        found.extend(node.map(|node| ("inventory_type", node, INVENTORY_TYPES)));
    }
    report_coordinates(cx, &view);
    for (name, node, known) in found {
        let Some(value) = view.resolve(node).filter(|_| call(node).is_some()) else { continue };
        let text = value.as_text().unwrap_or_default();
        if !known.contains(&text) {
            let shown = if value.as_scalar().is_some() { format!("`{text}`") } else { "no single value".to_owned() };
            let finding = cx.report(node.span, format!("invalid `{name}`: the parameter is {shown}"));
            finding.help(match known {
                [] => "define a location".to_owned(),
                known => format!("expected one of: {}", known.join(", ")),
            });
        }
    }
}

/// Reports coordinates whose parameter is not a number.
fn report_coordinates(cx: &mut Check<'_>, view: &View<'_>) {
    let locations = view.section("locations").into_iter().map(|location| &location.entry.value);
    let candidates = view.candidates().into_iter().map(|(_, _, candidate)| candidate);
    for place in locations.chain(candidates) {
        for name in ["latitude", "longitude"] {
            let Some(node) = place.get(name).filter(|node| call(node).is_some()) else { continue };
            // A function in a parameter is reported as such.
            let is_faulty = |value: &&Node| call(value).is_none() && view.number(node).is_none();
            let Some(value) = view.resolve(node).filter(is_faulty) else { continue };
            let shown = value.as_text().map_or("no single value".to_owned(), |text| format!("`{text}`"));
            let finding = cx.report(node.span, format!("invalid `{name}`: the parameter is {shown}"));
            finding.help("expected a number");
        }
    }
}
