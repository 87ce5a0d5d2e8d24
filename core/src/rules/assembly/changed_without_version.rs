//! Released descriptors that changed without a new version.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::text::Span;

pub static RULE: Rule = Rule {
    code: "catalog/changed-without-version",
    severity: Severity::Error,
    title: "changed without a new version",
    doc: "Running instances refer to the released descriptor by its name and version. A changed descriptor needs a new \
          version, so that the two can be distinguished and instances upgraded.\n\nReported if a released state is \
          given for comparison: `descriptorium check --released released/`. Released descriptors that were removed are errors, too: \
          see `file/removed-release`. Changes of comments, key order and diagram \
          layout do not count.",
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
    let message = format!("`{full_name}` differs from its released version");
    cx.report(span, message).help("use a new version, and keep the released one unchanged");
}
