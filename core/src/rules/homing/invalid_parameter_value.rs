//! Parameter with a value that is not valid where it is used.

use crate::diagnostic::Severity;
use crate::homing::mentions::is_supplied;
use crate::homing::objective;
use crate::homing::schema::TEMPLATE;
use crate::homing::supplied;
use crate::homing::threshold::Dimension;
use crate::homing::view::{View, call};
use crate::rules::described;
use crate::rules::homing::{Check, Rule, schema_hooks};
use crate::rules::schema::{unknown_key, wrong_shape};
use crate::schema::{self, Need, Violation, ViolationKind};
use crate::syntax::{Node, NodePath};
use crate::text::Span;

pub static RULE: Rule = Rule {
    code: "homing/invalid-parameter-value",
    severity: Severity::Error,
    title: "invalid value of a parameter",
    doc: "`get_param` returns the value of a parameter, which must be valid in its place: some values are a name or \
          one of a few words, others are a number, a list or a mapping.",
    sources: &["HAS-24", "HAS-40", "HAS-71", "HAS-97", "HAS-103", "HAS-104", "HAS-126", "HAS-131"],
    bad: "\
homing_template_version: 2017-10-10
parameters: {relation: near}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
  cache:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  together:
    type: zone
    demands: [gateway, cache]
    properties: {qualifier: {get_param: relation}, category: region}
",
    good: "\
homing_template_version: 2017-10-10
parameters: {relation: same}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
  cache:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  together:
    type: zone
    demands: [gateway, cache]
    properties: {qualifier: {get_param: relation}, category: region}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(view) = cx.view() else { return };
    let of_tables = of_tables(&view);
    let mut found = Vec::new();
    for (path, node) in view.calls("get_param") {
        // A function in a parameter is reported as such.
        let Some(value) = view.resolve(node).filter(|value| call(value).is_none()) else { continue };
        let expected = supplied::expected(&view, &path, value);
        let is_reported = is_reported_elsewhere(&path, value) || of_tables.iter().any(|(span, ..)| *span == node.span);
        if let Some(expected) = expected.filter(|_| !is_reported) {
            // Of a list of names, one that is not known.
            let is_wrong = |name: &&Node| path.last_key() == Some("demands") && supplied::of_end(&view, "demand", name).is_some();
            let value = value.items().iter().find(is_wrong).unwrap_or(value);
            let name = path.words().into_iter().rfind(|word| !word.is_empty()).unwrap_or_default().to_owned();
            found.push((name, node, value, expected));
        }
    }
    // The ends of distances in the value of a parameter.
    let is_inside = |node: &Node| view.template.get("parameters").is_some_and(|all| all.span.contains(node.span));
    let ends = objective::distances(&view).into_iter().flat_map(|distance| distance.ends);
    for (key, node) in ends.filter(|(_, node)| is_inside(node)) {
        if let Some(expected) = supplied::of_end(&view, key, node) {
            found.push((key.to_owned(), node, node, expected));
        }
    }
    for (span, message, severity) in of_tables {
        cx.report(span, message).severity(severity);
    }
    for (name, node, value, expected) in found {
        let text = value.as_text().unwrap_or_default();
        let shown = if value.as_scalar().is_some() { format!("`{text}`") } else { "no single value".to_owned() };
        cx.report(node.span, format!("invalid `{name}`: the parameter is {shown}")).help(expected);
    }
}

/// The faults in the lists and mappings of parameters according to the tables of the places where they are read.
fn of_tables(view: &View<'_>) -> Vec<(Span, String, Severity)> {
    let (Some(root), Some(parameters)) = (view.expanded(), view.template.get("parameters")) else { return Vec::new() };
    let fault = |violation: Violation| {
        let path = &violation.path;
        let is_read = parameters.span.contains(violation.span) && !is_supplied(view, path);
        if !is_read || schema_hooks::is_reported_elsewhere(&root, &violation) {
            return None;
        }
        let (message, severity) = match &violation.kind {
            ViolationKind::UnknownKey { record, key, .. } => {
                let severity = schema_hooks::unknown_key_severity(record, key);
                (unknown_key::message(key, record, path), severity.unwrap_or(unknown_key::RULE.severity))
            }
            ViolationKind::MissingKey { record, key, need: Need::Required | Need::RequiredWithout(_) } => {
                (format!("missing `{key}` in {}", described(record, path)), Severity::Error)
            }
            ViolationKind::WrongShape { expected, found } => {
                (wrong_shape::message(&violation, None, expected, found), Severity::Error)
            }
            ViolationKind::NotAChoice { found, .. } => {
                (format!("invalid value `{found}` for `{}`", path.last_key().unwrap_or_default()), Severity::Error)
            }
            _ => return None,
        };
        // A value of another form is only wrong where it is read.
        let function = view.root.at(path).filter(|node| call(node).is_some());
        Some((function.map_or(violation.span, |node| node.span), message, severity))
    };
    schema::walk(&root, &TEMPLATE).into_iter().filter_map(fault).collect()
}

/// Whether another rule reports the value, as it would without a parameter.
fn is_reported_elsewhere(path: &NodePath, value: &Node) -> bool {
    let is_number = value.as_text().is_some_and(|text| text.trim().parse::<f64>().is_ok());
    match path.words().as_slice() {
        [.., "product", _] | [.., "weight"] => true,
        [.., "latitude" | "longitude"] => is_number,
        [.., "default_cost"] => value.as_scalar().is_some(),
        [.., property] => value.as_scalar().is_some() && Dimension::of_property(property).is_some(),
        [] => false,
    }
}
