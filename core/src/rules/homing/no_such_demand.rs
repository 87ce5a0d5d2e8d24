//! A demand that the template does not have.

use crate::diagnostic::Severity;
use crate::rules::homing::report_missing;
use crate::rules::homing::{Check, Rule};
use crate::symbol::SymbolKind;

pub static RULE: Rule = Rule {
    code: "homing/no-such-demand",
    severity: Severity::Error,
    title: "a demand is named that there is not",
    doc: "A constraint and a reservation list the demands that they speak of, each of which stands under `demands`; a solver \
          refuses a template that speaks of another. The order in which they stand does not matter.",
    sources: &["HAS-71", "HAS-116"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  apart:
    type: zone
    demands: [gatway]
    properties: {qualifier: different, category: region}
",
    good: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  apart:
    type: zone
    demands: [gateway]
    properties: {qualifier: different, category: region}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_missing(cx, SymbolKind::Demand, "demand");
}
