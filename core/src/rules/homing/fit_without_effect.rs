//! Constraint that applies to no candidate.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/fit-without-effect",
    severity: Severity::Info,
    title: "constraint without effect on a demand",
    doc: "`instance_fit` applies only to existing services, and `region_fit` only to cloud regions. The other candidates of \
          a demand pass.",
    sources: &["HAS-102"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  fits:
    type: instance_fit
    demands: [gateway]
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
    let Some(view) = cx.view() else { return };
    let requirements = view.requirements();
    for constraint in view.constraints() {
        let (of, noun) = match constraint.type_name() {
            "instance_fit" => ("service", "services"),
            "region_fit" => ("cloud", "cloud regions"),
            _ => continue,
        };
        for (_, node) in &constraint.demands {
            let Some(name) = node.as_text() else { continue };
            let own = requirements.iter().filter(|(demand, ..)| demand.name == name);
            let types: Vec<Option<&str>> = own.map(|(.., one)| view.text(one.get("inventory_type")?)).collect();
            // An unknown type could be the right one.
            let is_other = |given: &Option<&str>| given.is_some_and(|given| given != of);
            if !types.is_empty() && types.iter().all(is_other) {
                let finding = cx.report(node.span, format!("demand `{name}` has no candidates that the constraint applies to"));
                finding.help(format!("`{}` applies only to {noun}", constraint.type_name()));
            }
        }
    }
}
