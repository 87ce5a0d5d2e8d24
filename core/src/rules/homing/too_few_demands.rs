//! Constraint on too few demands.

use crate::diagnostic::Severity;
use crate::homing::kinds::Support;
use crate::rules::homing::conductor::quoted;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/too-few-demands",
    severity: Severity::Error,
    title: "constraint on too few demands",
    doc: "A distance, a group or a network between demands needs at least two of them. A zone of a single demand \
          has no effect.",
    sources: &["HAS-95", "HAS-105", "HAS-109", "HAS-111"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: distance_between_demands
    demands: [gateway]
    properties: {distance: < 100 km}
",
    good: "\
homing_template_version: 2017-10-10
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
    let is_conductor = cx.is_conductor();
    for constraint in view.constraints() {
        let Some(kind) = constraint.kind else { continue };
        // The same demand twice is a single one.
        let names = constraint.demand_names();
        let n_demands = names.len();
        // An empty name is a finding of its own.
        if n_demands == 0 || names.iter().all(|name| name.is_empty()) || !constraint.has_all || n_demands >= kind.least_demands {
            continue;
        }
        let finding = cx.report(constraint.demands_span(), format!("constraint `{}` needs two demands", constraint.name));
        match (kind.name, kind.support) {
            ("zone", _) => drop(finding.severity(Severity::Warning).help("a zone has no effect on a single demand")),
            (_, Support::Deferred) => drop(finding.severity(Severity::Warning)),
            ("distance_between_demands" | "inventory_group", _) if is_conductor && constraint.demands.len() == 1 => {
                finding.help(quoted("ValueError"));
            }
            _ => {}
        }
    }
}
