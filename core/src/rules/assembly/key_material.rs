//! A key or certificate written into a descriptor.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/key-material",
    severity: Severity::Warning,
    title: "a key or certificate is written into the descriptor",
    doc: "The value of a property of type `key` is the *name* of a key that the resource manager holds; it is replaced \
          before a driver is called. Key material in a descriptor is not only useless there, it is public to all who read \
          the catalog.",
    sources: &["AD-TYPE-09"],
    bad: "\
name: assembly::a::1.0
properties:
  login: {type: key, default: '-----BEGIN RSA PRIVATE KEY-----'}
composition: {}
",
    good: "name: assembly::a::1.0\nproperties:\n  login: {type: key, default: operator}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    for property in descriptor.all_properties() {
        for node in [&property.value, &property.default].into_iter().flatten() {
            if node.as_text().is_some_and(|text| text.trim_start().starts_with("-----BEGIN ")) {
                let message = format!("`{}` holds key material", property.name.text);
                cx.report(node.span, message).help("give the name under which the resource manager holds it");
            }
        }
    }
}
