//! A descriptor that is not what it was, under the same name and version.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::text::Span;

pub static RULE: Rule = Rule {
    code: "catalog/changed-without-version",
    severity: Severity::Info,
    title: "a descriptor has changed and its version has not",
    doc: "A descriptor that has been released stands for what is installed by its name. If it changes, it takes a new \
          version, so that what is there can be told from what will be, and can be upgraded.\n\nThis is found where the \
          released state is given for comparison: `descriptorium check --released released/`. Comments, the order of \
          keys and the picture of the designer do not count.",
    sources: &["AD-NAME-14"],
    bad: "\
# file: a.yaml
name: resource::a::1.0
properties:
  size: {type: string}
lifecycle: {Create: {}}
# released: a.yaml
name: resource::a::1.0
lifecycle: {Create: {}}
",
    good: "\
# file: a.yaml
name: resource::a::1.1
properties:
  size: {type: string}
lifecycle: {Create: {}}
# released: a.yaml
name: resource::a::1.0
lifecycle: {Create: {}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    let Some(full_name) = &descriptor.full_name else { return };
    if !cx.released.is_some_and(|released| released.differs(cx.file)) {
        return;
    }
    let span = cx.name().map_or(Span::at(0), |name| name.span);
    let message = format!("this is not what `{full_name}` was");
    cx.report(span, message).help("give it a new version, and leave the old one as it was");
}
