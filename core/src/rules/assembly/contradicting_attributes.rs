//! Attributes of one property that cannot hold together.

use crate::assembly::interpolation::is_static;
use crate::assembly::model::Property;
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::syntax::{Entry, Node};

pub static RULE: Rule = Rule {
    code: "assembly/contradicting-attributes",
    severity: Severity::Warning,
    title: "attributes of a property cannot hold together",
    doc: "- A static `value` cannot be overridden, so that a `default` beside it is never used.\n\
          - A `read-only` property takes no value at instantiation, so that it cannot be `required`, and the instance sets \
          it, so that it cannot be `volatile`.\n\
          - A `volatile` property is one that may change while the instance runs, which a static `value` does not.\n\
          - A `required` property that is given `null` and nothing else can never be met: that is an error.",
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
        let message = "this default is never used: the `value` cannot be overridden";
        clash(cx, property, default, message, Severity::Warning);
    }
    if let Some(required) = required.filter(|_| property.read_only) {
        let message = format!("`{}` is read-only, so that no value can be required for it", property.name.text);
        clash(cx, property, required, &message, Severity::Warning);
    }
    if let Some(volatile) = volatile.filter(|_| property.read_only || fixed) {
        let what = if property.read_only { "is read-only" } else { "has a static value" };
        let message = format!("`{}` {what}, so that it cannot be volatile", property.name.text);
        clash(cx, property, volatile, &message, Severity::Warning);
    }
    let nulls =
        ["value", "default"].iter().filter_map(|key| attribute(node, &[key])).find(|entry| entry.value.is_null());
    if let Some(null) = nulls.filter(|_| property.required && property.given().is_none()) {
        let message = format!("`{}` is required and given nothing", property.name.text);
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
