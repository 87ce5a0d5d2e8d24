//! Conflicting attributes of a property.

use crate::assembly::interpolation::is_static;
use crate::assembly::model::Property;
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::syntax::{Entry, Node};

pub static RULE: Rule = Rule {
    code: "assembly/contradicting-attributes",
    severity: Severity::Warning,
    title: "conflicting property attributes",
    doc: "- A static `value` cannot be overridden, so a `default` next to it is never used.\n- A `read-only` property \
          is set by the instance, so it cannot be `required` or `volatile`.\n- A `volatile` property may change while \
          the instance runs, so it cannot have a static `value`.\n- A `required` property whose only value is `null` \
          can never be satisfied, which is an error.",
    sources: &["AD-PROP-11", "AD-PROP-12", "AD-PROP-15", "AD-PROP-18", "RD-09"],
    bad: "name: assembly::a::1.0\nproperties:\n  size: {value: small, default: large}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  size: {default: large}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    let set = |property: &&Property| property.required || property.volatile || property.default.is_some();
    for property in descriptor.all_properties().filter(set) {
        let node = cx.file.root.as_ref().and_then(|root| root.at(&property.name.path));
        if let Some(node) = node {
            attributes(cx, property, node);
        }
    }
}

fn attributes(cx: &mut Check<'_>, property: &Property, node: &Node) {
    let fixed = property.static_or_mapped().is_some_and(is_static);
    let required = attribute(node, &["required"]).filter(|_| property.required);
    let volatile = attribute(node, &["volatile"]).filter(|_| property.volatile);
    if let Some(default) = attribute(node, &["default"]).filter(|default| fixed && !default.value.is_null()) {
        let message = "unused default: `value` cannot be overridden";
        clash(cx, property, default, message, Severity::Warning);
    }
    if let Some(required) = required.filter(|_| property.read_only) {
        let message = format!("`{}` is read-only and cannot be required", property.name.text);
        clash(cx, property, required, &message, Severity::Warning);
    }
    if let Some(volatile) = volatile.filter(|_| property.read_only || fixed) {
        let what = if property.read_only { "is read-only" } else { "has a static value" };
        let message = format!("`{}` {what} and cannot be volatile", property.name.text);
        clash(cx, property, volatile, &message, Severity::Warning);
    }
    let nulls =
        ["value", "default"].iter().filter_map(|key| attribute(node, &[key])).find(|entry| entry.value.is_null());
    if let Some(null) = nulls.filter(|_| property.required && property.given().is_none()) {
        let message = format!("`{}` is required but set to nothing", property.name.text);
        clash(cx, property, null, &message, Severity::Error);
    }
}

fn clash(cx: &mut Check<'_>, property: &Property, entry: &Entry, message: &str, severity: Severity) {
    let Some(key) = entry.key.as_text() else { return };
    let finding = cx.report(entry.key.span, message).severity(severity);
    finding.fix_by(format!("Remove `{key}`"), Safety::Unsafe, |draft| draft.remove(&property.name.path.key(key)));
}

fn attribute<'a>(node: &'a Node, keys: &[&str]) -> Option<&'a Entry> {
    keys.iter().find_map(|key| node.entry(key))
}
