//! Properties mapped from themselves.

use crate::diagnostic::Severity;
use crate::rules::assembly::ignored_value::refers_to_itself;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/self-reference",
    severity: Severity::Info,
    title: "property mapped from itself",
    doc: "In its examples the specification uses `resourceManager: {value: ${resourceManager}}` for properties that \
          come from the enclosing assembly or the intent. This means the same as a property without a value. In a \
          top-level assembly there is nothing to map it from.",
    sources: &["AD-PROP-21"],
    bad: "name: assembly::a::1.0\nproperties:\n  resourceManager: {value: '${resourceManager}'}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  resourceManager: {default: Brent}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for property in &assembly.properties {
        let Some(value) = property.static_or_mapped() else { continue };
        if refers_to_itself(&property.name.text, value, cx.file) {
            let message = format!("`{}` is mapped from itself and treated as an input", property.name.text);
            cx.report(value.span, message).help("inputs need no `value`; use `default` for a default");
        }
    }
}
