//! A property that a resource declares twice, once as private.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/public-and-private",
    severity: Severity::Error,
    title: "a property is declared as public and as private",
    doc: "A resource sends both its properties and its private properties to the drivers, by their names: one name cannot \
          stand for two values.",
    sources: &["RD-11"],
    bad: "\
name: resource::r::1.0
properties:
  login: {type: key}
private-properties:
  login: {type: key}
lifecycle: {Create: {}}
",
    good: "\
name: resource::r::1.0
properties:
  login: {type: key}
private-properties:
  console: {type: key}
lifecycle: {Create: {}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    let file = cx.file;
    for private in &descriptor.private_properties {
        if let Some(public) = descriptor.property(&private.name.text) {
            let finding = cx.report(private.name.span, format!("`{}` is also a public property", private.name.text));
            finding.help("take one of them away").related(&file.path, public.name.span, "it is public here");
        }
    }
}
