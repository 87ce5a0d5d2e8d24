//! A parameter that the template does not have.

use crate::diagnostic::Severity;
use crate::rules::homing::report_missing;
use crate::rules::homing::{Check, Rule};
use crate::symbol::SymbolKind;

pub static RULE: Rule = Rule {
    code: "homing/no-such-parameter",
    severity: Severity::Error,
    title: "a parameter is read that there is not",
    doc: "`get_param` names a parameter, which stands under `parameters`; one without a value is given with the request. The \
          first entry of a list is the name, the others lead into the value.",
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
}
