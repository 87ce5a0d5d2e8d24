//! Unknown property.

use crate::diagnostic::Safety;
use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "homing/unknown-property",
    severity: Severity::Error,
    title: "unknown property",
    doc: "The type of a constraint determines its properties. A property of another type has no effect, and \
          conductor rejects it.",
    sources: &["HAS-75", "HAS-107"],
    bad: "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
  cache:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: distance_between_demands
    demands: [gateway, cache]
    properties: {distance: < 100 km, location: home}
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
constraints:
  fits:
    type: distance_between_demands
    demands: [gateway, cache]
    properties: {distance: < 100 km}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for constraint in view.constraints() {
        let Some(kind) = constraint.kind else { continue };
        for entry in constraint.properties.map_or(&[][..], Node::entries) {
            let Some(name) = entry.key.as_text().filter(|name| !kind.has(name) && !name.starts_with("get_")) else { continue };
            let path = constraint.property_path(name);
            let present = |known: &&str| constraint.property(known).is_none();
            let finding = cx.report(entry.key.span, format!("constraints of type `{}` have no property `{name}`", kind.name));
            let known: Vec<&str> = kind.properties().collect();
            let otherwise = match known.is_empty() {
                true => "remove the property".to_owned(),
                false => format!("known properties: {}", known.join(", ")),
            };
            let finding = finding.suggest(name, known.iter().copied().filter(present), &otherwise);
            finding.fix_by(format!("Remove `{name}`"), Safety::Unsafe, |draft| draft.remove(&path));
        }
    }
    for reservation in view.reservations() {
        for entry in reservation.properties.map_or(&[][..], Node::entries) {
            let Some(name) = entry.key.as_text().filter(|name| !["controller", "request"].contains(name)) else { continue };
            cx.report(entry.key.span, format!("reservations have no property `{name}`")).help("known properties: controller, request");
        }
    }
}
