//! References to undefined parameters.

use crate::diagnostic::Severity;
use crate::homing::view::call;
use crate::rules::homing::report_missing;
use crate::rules::homing::{Check, Rule};
use crate::symbol::SymbolKind;

pub static RULE: Rule = Rule {
    code: "homing/no-such-parameter",
    severity: Severity::Error,
    title: "unknown parameter",
    doc: "`get_param` names a parameter defined under `parameters`. A parameter without a value is supplied with the \
          request. If `get_param` is a list, its first item is the name and the others are a path into the value.",
    sources: &["HAS-16"],
    bad: "\
homing_template_version: 2017-10-10
parameters:
  longitude:
locations:
  customer: {latitude: 40.7, longitude: {get_param: longitud}}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    good: "\
homing_template_version: 2017-10-10
parameters:
  longitude:
locations:
  customer: {latitude: 40.7, longitude: {get_param: longitude}}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_missing(cx, SymbolKind::Input, "parameter");
    let Some(view) = cx.view() else { return };
    for (_, node) in view.calls("get_param") {
        let Some((_, argument)) = call(node) else { continue };
        if argument.as_mapping().is_some() {
            continue; // A nested function.
        }
        let name = if argument.as_sequence().is_some() { argument.items().first() } else { Some(argument) };
        if name.is_none_or(|name| name.is_null() || name.as_text().is_none_or(str::is_empty)) {
            cx.report(node.span, "`get_param` names no parameter").help("add the name of a parameter");
        }
    }
}
