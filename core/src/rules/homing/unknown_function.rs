//! Unknown function.

use crate::diagnostic::Severity;
use crate::homing::view::call;
use crate::homing::view::collect;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/unknown-function",
    severity: Severity::Warning,
    title: "unknown function",
    doc: "The functions of the guide are `get_param` and `get_file`. A mapping with another key that starts with \
          `get_` is read as a plain value.",
    sources: &["HAS-15"],
    bad: "\
homing_template_version: 2017-10-10
locations:
  home: {clli_code: {get_attr: code}}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    good: "\
homing_template_version: 2017-10-10
parameters: {code: DLLSTX55}
locations:
  home: {clli_code: {get_param: code}}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    let mut unknown = Vec::new();
    for section in ["locations", "demands", "constraints", "reservations", "optimization"] {
        let Some(node) = view.template.get(section) else { continue };
        collect(node, &view.base.key(section), &mut |_, node| {
            if let [entry] = node.entries()
                && let Some(name) = entry.key.as_text()
                && name.starts_with("get_")
                && call(node).is_none()
            {
                unknown.push((entry.key.span, name));
            }
        });
    }
    for (span, name) in unknown {
        let finding = cx.report(span, format!("unknown function `{name}`"));
        finding.suggest(name, ["get_param", "get_file"], "the functions are `get_param` and `get_file`");
    }
}
