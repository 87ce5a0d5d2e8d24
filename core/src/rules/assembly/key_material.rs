//! Keys and certificates in descriptors.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/key-material",
    severity: Severity::Warning,
    title: "key material in a descriptor",
    doc: "The value of a property of type `key` is the *name* of a key stored in the resource manager, which replaces \
          it before calling a driver. Key material in a descriptor is useless there, and visible to everyone who can \
          read the catalog.",
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
                let message = format!("`{}` contains key material", property.name.text);
                cx.report(node.span, message).help("use the name of the key in the resource manager");
            }
        }
    }
}
