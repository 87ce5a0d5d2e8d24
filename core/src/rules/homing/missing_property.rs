//! Missing property.

use crate::diagnostic::Severity;
use crate::homing::kinds::Support;
use crate::homing::view::{Constraint, View};
use crate::rules::homing::{Check, Rule};
use crate::text::Span;

pub static RULE: Rule = Rule {
    code: "homing/missing-property",
    severity: Severity::Error,
    title: "missing property",
    doc: "The type of a constraint determines its properties. A required property must be present and have a value. \
          Properties of deferred types are only a warning.",
    sources: &["HAS-74", "HAS-90", "HAS-95", "HAS-96", "HAS-98", "HAS-99", "HAS-110", "HAS-111", "HAS-112", "HAS-113", "HAS-117"],
    bad: "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: distance_to_location
    demands: [gateway]
    properties: {location: home}
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
    let Some(view) = cx.view() else { return };
    for constraint in view.constraints() {
        let Some(kind) = constraint.kind else { continue };
        let severity = match kind.support {
            Support::Deferred => Severity::Warning,
            Support::Full | Support::Later => Severity::Error,
        };
        report(cx, &view, &constraint, (kind.required, kind.any), severity);
        let has_any = kind.any.iter().any(|name| constraint.property(name).is_some());
        if !kind.any.is_empty() && !has_any {
            let span = properties_span(&constraint);
            let finding = cx.report(span, format!("constraint `{}` has no limit", constraint.name)).severity(severity);
            finding.help(format!("add one of `{}`", kind.any.join("`, `")));
        }
    }
    for reservation in view.reservations() {
        report(cx, &view, &reservation, (&["controller"], &[]), Severity::Error);
    }
}

/// Reports the properties of a constraint that are missing or empty: those that are required, and `alternatives`, of which one is.
fn report(
    cx: &mut Check<'_>,
    view: &View<'_>,
    constraint: &Constraint<'_>,
    (required, alternatives): (&[&str], &[&str]),
    severity: Severity,
) {
    if !constraint.has_readable_properties() {
        return;
    }
    for name in required.iter().chain(alternatives) {
        match constraint.properties.and_then(|properties| properties.entry(name)) {
            None if alternatives.contains(name) => {}
            None => {
                let span = properties_span(constraint);
                let finding = cx.report(span, format!("missing property `{name}` in `{}`", constraint.name));
                finding.severity(severity).help(format!("constraints of this type need `{}`", required.join("`, `")));
            }
            Some(entry) if view.is_empty(&entry.value) => {
                cx.report(entry.key.span, format!("property `{name}` has no value")).severity(severity);
            }
            Some(_) => {}
        }
    }
}

/// The key of the properties, or of the constraint.
fn properties_span(constraint: &Constraint<'_>) -> Span {
    let properties = constraint.node.entry("properties");
    properties.map_or(constraint.entry.key.span, |entry| entry.key.span)
}
