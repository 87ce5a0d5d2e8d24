//! Optimization of another version.

use crate::diagnostic::Severity;
use crate::homing::view::View;
use crate::homing::view::call;
use crate::rules::homing::{Check, Rule};
use crate::syntax::Node;
use crate::text::Span;

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
    if entry.value.as_mapping().is_none() || call(&entry.value).is_some() {
        return;
    }
    let is_second = view.version() == Some("2020-08-13");
    let keys: [&str; 2] = ["goal", "operation_function"];
    for own in entry.value.entries() {
        let Some(key) = own.key.as_text() else { continue };
        if keys.contains(&key) != is_second && (is_second || keys.contains(&key)) {
            let version = view.version().unwrap_or("2017-10-10");
            let finding = cx.report(own.key.span, format!("`{key}` is not part of an optimization of version {version}"));
            finding.help(if is_second { "use `goal` and `operation_function`" } else { "use `minimize` with a `sum`" });
            break;
        }
    }
    if !is_second {
        return;
    }
    let is_first = entry.value.entry("minimize").is_some();
    for key in keys.into_iter().filter(|key| !is_first && entry.value.entry(key).is_none()) {
        cx.report(entry.key.span, format!("missing `{key}` in the optimization"));
    }
    if let Some(goal) = entry.value.entry("goal").filter(|goal| goal.value.as_text().is_none()) {
        cx.report(goal.key.span, "`goal` must be `minimize` or `maximize`");
    }
    if let Some(function) = entry.value.entry("operation_function") {
        operation(cx, &view, function.key.span, &function.value, 0);
    }
}

/// Reports the faults of an operation: its operator, operands, and their functions and parameters.
fn operation<'a>(cx: &mut Check<'a>, view: &View<'a>, at: Span, node: &'a Node, depth: usize) {
    if node.as_mapping().is_none() || depth > 64 {
        return;
    }
    let has_unknown = unknown_keys(cx, node, &["operator", "operands"], "an operation");
    match node.get("operator").map(|operator| (operator.span, operator.as_text().unwrap_or_default())) {
        None if has_unknown => {}
        None => drop(cx.report(at, "missing `operator` in the operation")),
        Some((span, word)) if !["sum", "min", "max"].contains(&word) => {
            let finding = cx.report(span, format!("invalid operator `{word}`"));
            finding.suggest(word, ["sum", "min", "max"], "expected `sum`, `min` or `max`");
        }
        Some(_) => {}
    }
    let Some(operands) = node.get("operands").filter(|operands| operands.as_sequence().is_some()) else {
        if !has_unknown || node.entry("operands").is_some() {
            cx.report(at, "missing list of `operands` in the operation");
        }
        return;
    };
    if operands.items().is_empty() {
        cx.report(at, "the operation has no operands");
    }
    for operand in operands.items() {
        if let Some(weight) = operand.get("weight") {
            let is_number = |value: &Node| value.as_text().is_some_and(|text| text.trim().parse::<f64>().is_ok());
            if view.resolve(weight).is_some_and(|value| !is_number(value)) {
                cx.report(weight.span, "the weight is not a number");
            }
        }
        let has_unknown = unknown_keys(cx, operand, &OPERAND, "an operand");
        if let Some(nested) = operand.entry("operation_function") {
            if let Some(function) = operand.entry("function").or_else(|| operand.entry("params")) {
                cx.report(function.key.span, "an operand has a function or an operation, not both");
            }
            operation(cx, view, nested.key.span, &nested.value, depth + 1);
            continue;
        }
        let Some(function) = operand.get("function") else {
            if !has_unknown {
                cx.report(operand.span, "an operand needs a `function` or an `operation_function`");
            }
            continue;
        };
        let needs: &[&str] = match function.as_text() {
            Some("distance_between" | "latency_between") => &["demand", "location"],
            Some("attribute") => &["demand", "attribute"],
            name => {
                let name = name.unwrap_or_default();
                let finding = cx.report(function.span, format!("unknown function `{name}`"));
                let known = ["distance_between", "latency_between", "attribute"];
                finding.suggest(name, known, "expected `distance_between`, `latency_between` or `attribute`");
                continue;
            }
        };
        for need in needs {
            if operand.get("params").and_then(|given| given.get(need)).is_none() {
                cx.report(function.span, format!("missing parameter `{need}` of the function"));
            }
        }
        if let Some(range) = operand.get("normalization") {
            let ends = ["start", "end"].map(|key| range.get(key).and_then(|end| view.number(end)));
            if !matches!(ends, [Some(start), Some(end)] if start != end) {
                cx.report(range.span, "a normalization needs different numbers `start` and `end`");
            }
        }
    }
}

/// The keys of an operand.
const OPERAND: [&str; 5] = ["function", "params", "weight", "normalization", "operation_function"];

/// Reports the unknown keys of a mapping. What seems to be missing may have one of these keys.
fn unknown_keys(cx: &mut Check<'_>, node: &Node, known: &[&str], place: &str) -> bool {
    let mut is_any = false;
    for key in node.entries().iter().map(|entry| &entry.key) {
        let Some(name) = key.as_text().filter(|name| !known.contains(name)) else { continue };
        let finding = cx.report(key.span, format!("unknown key `{name}` in {place}"));
        let missing = known.iter().copied().filter(|known| node.entry(known).is_none());
        finding.suggest(name, missing, &format!("known keys: {}", known.join(", ")));
        is_any = true;
    }
    is_any
}
