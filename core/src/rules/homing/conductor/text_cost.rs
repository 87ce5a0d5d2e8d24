//! Cost that is a string.

use crate::diagnostic::Safety;
use crate::diagnostic::Severity;
use crate::homing::ready::of_number;
use crate::homing::view::is_number;
use crate::rules::homing::conductor::quoted;
use crate::rules::homing::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "homing/conductor/text-cost",
    severity: Severity::Error,
    title: "cost that is a string",
    doc: "Conductor compares costs as they are written, so a string makes the solver fail. The example in the guide \
          contains such a string.",
    sources: &["HAS-57"],
    bad: "\
# profile: conductor
homing_template_version: 2017-10-10
demands:
  gateway:
    - inventory_type: cloud
      candidates: [{candidate_id: west, cost: \"100\"}]
",
    good: "\
# profile: conductor
homing_template_version: 2017-10-10
demands:
  gateway:
    - inventory_type: cloud
      candidates: [{candidate_id: west, cost: 100}]
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view().filter(|_| cx.is_conductor()) else { return };
    for (_, path, candidate) in view.candidates() {
        let Some(node) = candidate.get("cost").filter(|node| node.as_scalar().is_some() && !is_number(node)) else { continue };
        let Some(number) = node.as_text().and_then(|text| text.trim().parse::<f64>().ok()).filter(|number| number.is_finite()) else { continue };
        let (path, value) = (path.key("cost"), of_number(number));
        let text = node.as_text().unwrap_or_default().to_owned();
        let finding = cx.report(node.span, format!("the string `{text}` as a cost makes conductor fail"));
        let finding = finding.help(quoted("TypeError: '<' not supported between instances of 'float' and 'str'"));
        finding.fix_by("Convert to a number", Safety::Unsafe, |draft| draft.replace(&path, &value));
    }
}
