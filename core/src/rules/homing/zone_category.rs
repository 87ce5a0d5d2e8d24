//! Other name of a zone category.

use crate::diagnostic::Safety;
use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/zone-category",
    severity: Severity::Warning,
    title: "alias of a zone category",
    doc: "The notes of the guide also call the categories `disaster_zone`, `time_zone` and `maintenance_zone`. \
          Solvers know only `disaster`, `time` and `maintenance`. The category `country` was added later.",
    sources: &["HAS-104"],
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
    properties: {qualifier: different, category: disaster_zone}
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
    properties: {qualifier: different, category: disaster}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for constraint in view.constraints() {
        let Some(node) = constraint.property("category").filter(|_| constraint.type_name() == "zone") else { continue };
        match view.text(node) {
            Some("country") if !view.is_since("2018-02-01") && !cx.is_conductor() => {
                let finding = cx.report(node.span, "category `country` is not part of version 2017-10-10");
                finding.severity(Severity::Info);
            }
            Some(text @ ("disaster_zone" | "time_zone" | "maintenance_zone")) => {
                let name = text.trim_end_matches("_zone");
                let finding = cx.report(node.span, format!("`{text}` is another name of `{name}`"));
                let finding = finding.help(format!("use `{name}`"));
                if node.as_scalar().is_some() {
                    finding.replace_with(name, Safety::Unsafe);
                }
            }
            _ => {}
        }
    }
}
