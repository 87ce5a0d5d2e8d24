//! Optimization of another version.

use crate::diagnostic::Severity;
use crate::homing::objective;
use crate::homing::schema::OPERAND;
use crate::homing::view::{View, call};
use crate::rules::homing::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "homing/optimization-form",
    severity: Severity::Error,
    title: "optimization of another version",
    doc: "Since version 2020-08-13, an optimization has a `goal` and an `operation_function`. In earlier versions, \
          it has the goal `minimize` with a `sum`. A template must use the form of its version.",
    sources: &["HAS-131"],
    bad: "\
homing_template_version: 2020-08-13
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
optimization:
  minimize:
    sum:
      - distance_between: [home, gateway]
",
    good: "\
homing_template_version: 2020-08-13
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
optimization:
  goal: minimize
  operation_function:
    operator: sum
    operands:
      - function: distance_between
        params: {demand: gateway, location: home}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    let Some(entry) = view.template.entry("optimization") else { return };
    let Some((_, goals)) = view.optimization().filter(|(_, goals)| goals.as_mapping().is_some()) else { return };
    let is_second = view.version() == Some("2020-08-13");
    let keys: [&str; 2] = ["goal", "operation_function"];
    for own in goals.entries() {
        let Some(key) = own.key.as_text() else { continue };
        if keys.contains(&key) != is_second && (is_second || keys.contains(&key)) {
            let version = view.version().unwrap_or("2017-10-10");
            let finding = cx.report(own.key.span, format!("`{key}` is not part of an optimization of version `{version}`"));
            finding.help(if is_second { "use `goal` and `operation_function`" } else { "use `minimize` with a `sum`" });
            break;
        }
    }
    if !is_second {
        return;
    }
    let is_first = goals.entry("minimize").is_some();
    for key in keys.into_iter().filter(|key| !is_first && goals.entry(key).is_none()) {
        cx.report(entry.key.span, format!("missing `{key}` in the optimization"));
    }
    let is_word = |goal: &Node| call(goal).is_some() || goal.as_scalar().is_some();
    if let Some(goal) = goals.entry("goal").filter(|goal| !is_word(&goal.value)) {
        cx.report(goal.key.span, "`goal` must be `minimize` or `maximize`");
    }
    if let Some((_, function)) = objective::function(&view) {
        operation(cx, &view, function, 0);
    }
}

/// Reports what the tables do not express: a list without operands, operands without a value, and the parameters that a
/// function needs.
fn operation<'a>(cx: &mut Check<'a>, view: &View<'a>, node: &'a Node, depth: usize) {
    let Some(operands) = node.entry("operands").filter(|_| depth <= 64) else { return };
    let Some(list) = view.resolve(&operands.value).filter(|list| list.as_sequence().is_some()) else { return };
    if list.items().is_empty() {
        cx.report(operands.key.span, "the operation has no operands");
    }
    let items = list.items().iter().filter_map(|operand| view.resolve(operand));
    for operand in items.filter(|operand| operand.as_mapping().is_some()) {
        if let Some(nested) = operand.entry("operation_function") {
            if let Some(function) = operand.entry("function").or_else(|| operand.entry("params")) {
                cx.report(function.key.span, "an operand has a function or an operation, not both");
            }
            if let Some(nested) = view.resolve(&nested.value) {
                operation(cx, view, nested, depth + 1);
            }
        } else if let Some(function) = operand.get("function") {
            let given = operand.get("params").and_then(|given| view.resolve(given));
            let needs: &[&str] = match view.text(function) {
                Some("distance_between" | "latency_between") => &["demand", "location"],
                Some("attribute") => &["demand", "attribute"],
                _ => &[],
            };
            let is_known = operand.get("params").is_none() || given.is_some();
            for need in needs.iter().filter(|need| is_known && given.and_then(|given| given.get(need)).is_none()) {
                cx.report(function.span, format!("missing parameter `{need}` of the function"));
            }
        } else if operand.entries().iter().all(|entry| entry.key.as_text().is_some_and(|key| OPERAND.field(key).is_some())) {
            // A key that is not known may be a misspelling of either.
            cx.report(operand.span, "an operand needs a `function` or an `operation_function`");
        }
        if let Some(weight) = operand.get("weight").filter(|weight| call(weight).is_some())
            && view.resolve(weight).is_some()
            && view.number(weight).is_none()
        {
            cx.report(weight.span, "the weight is not a number");
        }
        let range = operand.get("normalization").and_then(|range| view.resolve(range));
        let ends = ["start", "end"].map(|key| range?.get(key).and_then(|end| view.number(end)));
        if let (Some(range), [Some(start), Some(end)]) = (range, ends)
            && start == end
        {
            cx.report(range.span, "a normalization needs different numbers `start` and `end`");
        }
    }
}
