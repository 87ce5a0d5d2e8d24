//! Repeated inventory.

use serde_yaml::Value;

use crate::diagnostic::Safety;
use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};
use crate::syntax::plain;

pub static RULE: Rule = Rule {
    code: "homing/repeated-inventory",
    severity: Severity::Warning,
    title: "repeated inventory",
    doc: "Two entries of a demand are the same. The second adds no candidates.",
    sources: &["HAS-52"],
    bad: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
    - {inventory_provider: aai, inventory_type: cloud}
",
    good: "\
homing_template_version: 2017-10-10
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for demand in view.section("demands") {
        let items = view.requirements_of(&demand);
        let values: Vec<Value> = items.iter().map(|(_, item)| plain::value(item)).collect();
        for (index, (path, item)) in items.iter().enumerate() {
            let is_repeated = values.iter().take(index).any(|other| Some(other) == values.get(index));
            if is_repeated {
                let finding = cx.report(item.span, format!("repeated inventory in demand `{}`", demand.name));
                finding.fix_by("Remove the entry", Safety::Unsafe, |draft| draft.remove(path));
            }
        }
    }
}
