//! Properties declared both public and private.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/public-and-private",
    severity: Severity::Error,
    title: "both public and private",
    doc: "A resource sends its properties and private properties to the drivers by name, so one name cannot have two \
          values.",
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
            let finding = cx.report(private.name.span, format!("`{}` is also declared as a public property", private.name.text));
            finding.help("remove one of them").related(&file.path, public.name.span, "declared public here");
        }
    }
}
