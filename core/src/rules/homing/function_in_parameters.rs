//! Function in a parameter.

use crate::diagnostic::Severity;
use crate::homing::view::call;
use crate::homing::view::collect;
use crate::rules::homing::{Check, Rule};
use crate::syntax::NodePath;

pub static RULE: Rule = Rule {
    code: "homing/function-in-parameters",
    severity: Severity::Warning,
    title: "function in a parameter",
    doc: "Functions are not resolved in `parameters`: the value stays a mapping. Repeat the value, or read the \
          other parameter where this one is used.",
    sources: &["HAS-23"],
    bad: "\
homing_template_version: 2017-10-10
parameters: {latitude: 59.9, copy: {get_param: latitude}}
locations:
  home: {latitude: {get_param: copy}, longitude: {get_param: latitude}}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    good: "\
homing_template_version: 2017-10-10
parameters: {latitude: 59.9}
locations:
  home: {latitude: {get_param: latitude}, longitude: {get_param: latitude}}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    let Some(parameters) = view.template.get("parameters") else { return };
    let mut found = Vec::new();
    collect(parameters, &NodePath::root(), &mut |_, node| {
        if let Some((name, _)) = call(node) {
            found.push((node.span, name.to_owned()));
        }
    });
    for (span, name) in found {
        cx.report(span, format!("`{name}` is not resolved inside `parameters`"));
    }
}
