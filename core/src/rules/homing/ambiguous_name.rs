//! Name of both a location and a demand.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/ambiguous-name",
    severity: Severity::Warning,
    title: "name of both a location and a demand",
    doc: "A name in `distance_between` is looked up among the locations first. If a demand has the same name, \
          readers may confuse the two.",
    sources: &["HAS-34"],
    bad: "\
homing_template_version: 2017-10-10
locations:
  gateway: {latitude: 59.9, longitude: 10.7}
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
    let (file, locations) = (&cx.file.path, view.section("locations"));
    for demand in view.section("demands") {
        if let Some(location) = locations.iter().find(|location| location.name == demand.name) {
            let finding = cx.report(demand.entry.key.span, format!("`{}` is also the name of a location", demand.name));
            finding.related(file, location.entry.key.span, "the location");
        }
    }
}
