//! Refinements of the schema rules for homing templates.

use crate::diagnostic::{Safety, Severity};
use crate::homing::kinds::{is_required, kind_of};
use crate::homing::ready::{mapping_of_items, write_as_mapping};
use crate::homing::schema::DOCUMENTATION;
use crate::homing::schema::{
    CONSTRAINT, DEMAND, FUNCTION, FUNCTION_PARAMETERS, LOCATION, NORMALIZATION, OBJECTIVE, OPERAND, OPERATION,
    OPTIMIZATION, PROPERTIES, REQUEST_KEYS, TEMPLATE, TERM,
};
use crate::homing::view::{call, is_request};
use crate::rules;
use crate::rules::homing::{top_level_reservation, undefined_example_type};
use crate::rules::schema_hooks::{Advice, Replacement, SchemaHooks};
use crate::schema::{Record, Violation, ViolationKind};
use crate::syntax::Node;

pub const HOOKS: SchemaHooks = SchemaHooks {
    documentation: DOCUMENTATION,
    is_reported_elsewhere: |cx, violation| {
        cx.file.root.as_ref().is_some_and(|root| is_reported_elsewhere(root, violation))
    },
    unknown_key,
    unknown_key_severity: |_, record, key| unknown_key_severity(record, key),
    may_be_missing,
    wrong_shape,
    ..SchemaHooks::NONE
};

/// Whether a rule for homing templates reports a violation, or none is needed.
pub fn is_reported_elsewhere(root: &Node, violation: &Violation) -> bool {
    let node = || root.at(&violation.path);
    // A function can stand for any value (HAS-19), also for one that the tables do not list as an alternative.
    let around = || root.at(&violation.path.parent()?);
    let is_function = match &violation.kind {
        ViolationKind::UnknownKey { record, .. } => *record != FUNCTION.name && around().is_some_and(is_call),
        // In place of a section, the key of the function is not a name.
        _ => node().is_some_and(is_call) || around().is_some_and(is_call),
    };
    if is_function {
        return true;
    }
    // One without a value is missing.
    let is_required = || is_required(root, &violation.path);
    match &violation.kind {
        ViolationKind::UnknownKey { record, .. } => {
            let own = [PROPERTIES.name, OPTIMIZATION.name, OBJECTIVE.name, TERM.name];
            // A function with several keys has a finding of its own.
            let is_function = *record == FUNCTION.name
                && (violation.path.last_key().is_some_and(|key| key.starts_with("get_"))
                    || around().is_some_and(|around| around.entries().len() > 1));
            own.contains(record) || is_function || node().is_some_and(top_level_reservation::is_reservation)
        }
        ViolationKind::NotAChoice { found, .. } => {
            let is_type = violation.path.last_key() == Some("type");
            found.is_empty() && is_required()
                || is_type && undefined_example_type::EXAMPLES.iter().any(|(name, _)| name == found)
        }
        // The rules for the objective report the members of a term and a goal.
        ViolationKind::WrongShape { expected, found } => {
            let key = violation.path.last_key();
            let is_null = node().is_some_and(Node::is_null);
            // The properties that a constraint needs are reported.
            let needs_some = || kind_of(root, &violation.path).is_some_and(|kind| !kind.required.is_empty());
            // A weight.
            let is_factor = || violation.path.parent().is_some_and(|list| list.last_key() == Some("product"));
            let is_known = || matches!(key, Some("minimize" | "optimization")) || is_factor();
            if is_null && (is_known() || is_required() || needs_some()) {
                return true;
            }
            expected == "a mapping with one key" && *found == "an empty one" && key == Some("minimize")
                || expected == "a list" && key == Some("distance_between") && *found == "a string"
        }
        _ => false,
    }
}

fn is_call(node: &Node) -> bool {
    call(node).is_some()
}

/// Reports the keys of plan requests, and mappings where a value is expected.
fn unknown_key(cx: &mut rules::Check<'_>, violation: &Violation) -> bool {
    let Some(root) = cx.file.root.clone() else { return false };
    let is_request = is_request(&root) && violation.path.steps().len() == 1;
    if let ViolationKind::MisspelledKey { record, key, canonical, .. } = &violation.kind {
        if is_request && *record == TEMPLATE.name {
            let finding = cx.report(violation.span, format!("unknown key `{key}` in a plan request"));
            finding.help(format!("did you mean `{canonical}`?")).replace_name(key, canonical);
        }
        return is_request && *record == TEMPLATE.name;
    }
    let ViolationKind::UnknownKey { record, key, known, missing, .. } = &violation.kind else { return false };
    if *record == FUNCTION.name {
        let around = violation.path.parent().unwrap_or_default();
        let name = around.last_key().map_or_else(|| "an item".to_owned(), |key| format!("`{key}`"));
        let finding =
            cx.report(violation.span, format!("{name} must be a value or a function, not a mapping with `{key}`"));
        finding.severity(Severity::Error).help("the functions are `get_param` and `get_file`");
        return true;
    }
    if *record != TEMPLATE.name {
        return false;
    }
    let of_request = |key: &&&str| REQUEST_KEYS.contains(key) == is_request;
    let known: Vec<&str> = known.iter().filter(of_request).copied().collect();
    let noun = if is_request { "plan request" } else { TEMPLATE.name };
    let finding = cx.report(violation.span, format!("unknown key `{key}` in a {noun}"));
    finding.suggest(key, missing.iter().filter(of_request).copied(), &format!("known keys: {}", known.join(", ")));
    true
}

/// The severity of an unknown key, if it is not the usual one.
pub fn unknown_key_severity(record: &str, key: &str) -> Option<Severity> {
    if record == FUNCTION.name && key.starts_with("get_") {
        return Some(Severity::Warning);
    }
    let strict = [
        &LOCATION,
        &DEMAND,
        &CONSTRAINT,
        &PROPERTIES,
        &OPTIMIZATION,
        &OBJECTIVE,
        &TERM,
        &OPERATION,
        &OPERAND,
        &FUNCTION_PARAMETERS,
        &NORMALIZATION,
        &FUNCTION,
    ];
    strict.iter().any(|of| of.name == record).then_some(Severity::Error)
}

/// The root of a plan request has the keys of the request; its template is checked by itself. A function can supply a
/// whole mapping.
fn may_be_missing(cx: &rules::Check<'_>, violation: &Violation) -> bool {
    let Some(root) = cx.file.root.as_ref() else { return false };
    violation.path.is_root() && is_request(root) || root.at(&violation.path).is_some_and(is_call)
}

fn wrong_shape(_: &rules::Check<'_>, violation: &Violation, _: Option<&Record>, node: &Node) -> Advice {
    let replacement = (violation.path.last_key() == Some("constraints")).then(|| mapping_of_items(node)).flatten();
    let replacement = replacement.map(|value| Replacement {
        title: "Convert to a mapping",
        safety: Safety::Unsafe,
        value,
        write: write_as_mapping,
    });
    Advice { replacement, ..Advice::default() }
}
