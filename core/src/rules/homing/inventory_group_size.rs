//! Inventory group of more than two demands.

use crate::diagnostic::Severity;
use crate::rules::homing::conductor::quoted;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/inventory-group-size",
    severity: Severity::Warning,
    title: "inventory group of more than two demands",
    doc: "Only the first two demands of an inventory group are used.",
    sources: &["HAS-108"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
  cache:
    - {inventory_provider: aai, inventory_type: cloud}
  proxy:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: inventory_group
    demands: [gateway, cache, proxy]
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
    type: inventory_group
    demands: [gateway, cache]
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    let is_conductor = cx.is_conductor();
    for constraint in view.constraints() {
        let n_demands = constraint.demands.len();
        if constraint.type_name() == "inventory_group" && n_demands > 2 {
            let finding = cx.report(constraint.demands_span(), format!("inventory group `{}` has {n_demands} demands", constraint.name));
            if is_conductor {
                finding.severity(Severity::Error).help(quoted("ValueError"));
            } else {
                finding.help("only the first two are used");
            }
        }
    }
}
