//! Repeated demand.

use crate::diagnostic::Safety;
use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/repeated-demand",
    severity: Severity::Warning,
    title: "repeated demand",
    doc: "The list of a constraint names a demand twice, which has no effect.",
    sources: &["HAS-72"],
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
    demands: [gateway, gateway, cache]
    properties: {qualifier: different, category: region}
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
    properties: {qualifier: different, category: region}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for constraint in view.constraints().into_iter().chain(view.reservations()) {
        // Another demand is meant if there are too few without the repeated one, which is a finding of its own.
        let least = constraint.kind.map_or(1, |kind| kind.least_demands);
        if constraint.has_all && constraint.demand_names().len() < least {
            continue;
        }
        for (index, (path, node)) in constraint.demands.iter().enumerate() {
            let Some(name) = node.as_text() else { continue };
            let is_repeated = constraint.demands.iter().take(index).any(|(_, other)| other.as_text() == Some(name));
            if is_repeated {
                let finding = cx.report(node.span, format!("demand `{name}` is listed twice"));
                finding.fix_by(format!("Remove `{name}`"), Safety::Unsafe, |draft| draft.remove(path));
            }
        }
    }
}
