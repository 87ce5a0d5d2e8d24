//! Coordinate out of range.

use crate::diagnostic::Severity;
use crate::homing::view::View;
use crate::rules::homing::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "homing/coordinate-out-of-range",
    severity: Severity::Error,
    title: "coordinate out of range",
    doc: "A latitude is between -90 and 90 degrees, a longitude between -180 and 180.",
    sources: &["HAS-28", "HAS-58"],
    bad: "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 91, longitude: 10.7}
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
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    let locations = view.section("locations").into_iter().map(|location| location.value);
    let candidates = view.candidates().into_iter().map(|(_, _, candidate)| candidate);
    let all: Vec<&Node> = locations.chain(candidates).collect();
    for node in all {
        report_out_of_range(cx, &view, node);
    }
}

/// Reports coordinates of a location or candidate that are not on the earth.
fn report_out_of_range<'a>(cx: &mut Check<'a>, view: &View<'a>, node: &'a Node) {
    for (key, limit) in [("latitude", 90.0), ("longitude", 180.0)] {
        let Some(value) = node.get(key) else { continue };
        if view.number(value).is_some_and(|number| !(-limit..=limit).contains(&number)) {
            let text = view.text(value).unwrap_or_default();
            let finding = cx.report(value.span, format!("{key} `{text}` is out of range"));
            finding.help(format!("the {key} must be between -{limit} and {limit}"));
        }
    }
}
