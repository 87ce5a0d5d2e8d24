//! Function as the argument of a function.

use crate::diagnostic::Severity;
use crate::homing::view::{call, is_number};
use crate::rules::homing::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "homing/nested-function",
    severity: Severity::Error,
    title: "function as the argument of a function",
    doc: "The argument of `get_file` is a fixed path or address. Files are collected before parameters are known.",
    sources: &["HAS-14", "HAS-21"],
    bad: "\
homing_template_version: 2017-10-10
parameters: {file: a.txt}
locations:
  home: {clli_code: {get_file: {get_param: file}}}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    good: "\
homing_template_version: 2017-10-10
locations:
  home: {clli_code: {get_file: a.txt}}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    for name in ["get_file", "get_param"] {
        for (_, node) in view.calls(name) {
            let Some((_, argument)) = call(node) else { continue };
            let nested = std::iter::once(argument).chain(argument.items()).find(|item| item.as_mapping().is_some());
            match nested {
                Some(nested) => drop(cx.report(nested.span, format!("the argument of `{name}` cannot be a function"))),
                None if name == "get_file" && !is_path(argument) => {
                    cx.report(argument.span, "the argument of `get_file` must be a string");
                }
                None => {}
            }
        }
    }
}

/// Whether an argument is a path, or a list with only a path.
fn is_path(argument: &Node) -> bool {
    matches!(argument.items_or_self(), [path] if path.as_scalar().is_some() && !is_number(path))
}
