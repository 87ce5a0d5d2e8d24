//! A property of an assembly whose value is itself.

use crate::diagnostic::Severity;
use crate::rules::assembly::ignored_value::refers_to_itself;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/self-reference",
    severity: Severity::Info,
    title: "a property is mapped from itself",
    doc: "`resourceManager: {value: ${resourceManager}}` is how the examples of the specification hand a property down \
          from the enclosing assembly or from whoever instantiates this one. It says nothing more than a property without \
          a value says, and an assembly that is instantiated by itself has nothing to take it from.",
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
            let message = format!("`{}` is mapped from itself: it is taken for an input", property.name.text);
            cx.report(value.span, message).help("an input needs no `value`; give it a `default` if it has one");
        }
    }
}
