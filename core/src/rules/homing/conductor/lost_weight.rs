//! Weight that conductor ignores.

use crate::diagnostic::Safety;
use crate::diagnostic::Severity;
use crate::rules::homing::{Check, Rule};
use crate::syntax::Step;
use crate::homing::ready::as_number;

pub static RULE: Rule = Rule {
    code: "homing/conductor/lost-weight",
    severity: Severity::Warning,
    title: "weight that conductor ignores",
    doc: "Conductor does not resolve parameters in the optimization: it ignores a weight from `get_param` without a \
          message and uses 1.",
    sources: &["HAS-20"],
    bad: "\
# profile: conductor
homing_template_version: 2017-10-10
parameters: {weight: 10}
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
optimization:
  minimize:
    sum:
      - product: [{get_param: weight}, {distance_between: [home, gateway]}]
",
    good: "\
# profile: conductor
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
optimization:
  minimize:
    sum:
      - product: [10, {distance_between: [home, gateway]}]
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view().filter(|_| cx.is_conductor()) else { return };
    for (path, node) in view.calls("get_param") {
        let in_optimization = path.steps().get(view.base.steps().len()) == Some(&Step::Key("optimization".into()));
        if !in_optimization {
            continue;
        }
        let finding = cx.report(node.span, "conductor ignores a parameter in the optimization");
        let finding = finding.help("the weight becomes 1.0; write the number itself");
        let Some(value) = view.resolve(node).filter(|value| value.as_scalar().is_some()) else { continue };
        let value = as_number(value);
        finding.fix_by("Write the number itself", Safety::Unsafe, |draft| draft.replace(&path, &value));
    }
}
