//! References to undefined demands.

use crate::diagnostic::Severity;
use crate::rules::homing::report_missing;
use crate::rules::homing::{Check, Rule};
use crate::symbol::SymbolKind;

pub static RULE: Rule = Rule {
    code: "homing/no-such-demand",
    severity: Severity::Error,
    title: "unknown demand",
    doc: "Constraints and reservations list the demands they apply to. Each must be defined under `demands`, or the \
          solver rejects the template. Sections may appear in any order.",
    sources: &["HAS-71", "HAS-116"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: region_fit
    demands: [gatway]
    properties: {controller: SDN-C, request: {size: 1}}
",
    good: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: region_fit
    demands: [gateway]
    properties: {controller: SDN-C, request: {size: 1}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_missing(cx, SymbolKind::Demand, "demand");
}
