//! Function that is not implemented.

use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/conductor/unread-file",
    severity: Severity::Warning,
    title: "function that is not implemented",
    doc: "Conductor does not implement `get_file`: the value stays a mapping.",
    sources: &["HAS-22"],
    bad: "\
# profile: conductor
homing_template_version: 2017-10-10
locations:
  home: {clli_code: {get_file: code.txt}}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    good: "\
# profile: conductor
homing_template_version: 2017-10-10
locations:
  home: {clli_code: DLLSTX55}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view().filter(|_| cx.is_conductor()) else { return };
    for (_, node) in view.calls("get_file") {
        if !cx.has_error_at(node.span) {
            cx.report(node.span, "conductor does not read files").help("the value stays the mapping with `get_file`");
        }
    }
}
