//! Unknown entry of a parameter.

use crate::diagnostic::Severity;
use crate::homing::view::call;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/no-such-entry",
    severity: Severity::Error,
    title: "unknown entry of a parameter",
    doc: "The items of `get_param` after the name are a path into the value: keys of mappings, and positions in \
          lists counted from 0. Each must exist.",
    sources: &["HAS-17"],
    bad: "\
homing_template_version: 2017-10-10
parameters: {costs: [1, 2]}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, default_cost: {get_param: [costs, 2]}}
",
    good: "\
homing_template_version: 2017-10-10
parameters: {costs: [1, 2]}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud, default_cost: {get_param: [costs, 1]}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for (_, node) in view.calls("get_param") {
        let Some((_, argument)) = call(node) else { continue };
        let Err(missing) = view.parameter(argument) else { continue };
        // An unknown parameter is reported by `homing/no-such-parameter`.
        let Some(of) = missing.of else { continue };
        let step = missing.step.as_text().unwrap_or_default();
        match (of.as_sequence(), of.as_mapping()) {
            (Some(list), _) => {
                let n_items = list.items.len();
                let finding = cx.report(missing.step.span, format!("no item at position `{step}`"));
                let items = if n_items == 1 { "item" } else { "items" };
                finding.help(format!("the list has {n_items} {items}; positions start at 0"));
            }
            (None, Some(_)) => {
                let known: Vec<&str> = of.entries().iter().filter_map(|entry| entry.key.as_text()).collect();
                let finding = cx.report(missing.step.span, format!("unknown key `{step}` in the parameter"));
                finding.suggest(step, known.iter().copied(), &format!("known keys: {}", known.join(", ")));
            }
            (None, None) => {
                cx.report(missing.step.span, format!("`{step}` cannot be looked up in a single value"));
            }
        }
    }
}
