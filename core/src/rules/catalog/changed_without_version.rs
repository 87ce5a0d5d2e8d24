//! Released descriptors that changed without a new version.

use crate::diagnostic::Severity;
use crate::rules::{Check, Definition};

pub static RULE: Definition = Definition {
    code: "catalog/changed-without-version",
    severity: Severity::Error,
    title: "changed without a new version",
    doc: "Running instances refer to the released descriptor by its name and version. A changed descriptor needs a new \
          version, so that the two can be distinguished and instances upgraded.\n\nReported if a released state is \
          given for comparison: `descriptorium check --released released/`. Descriptors are matched by their full names, \
          or by their names and versions: `template_name` and `template_version` of a service template, \
          `asdApplicationName` and `asdVersion` of an application. Descriptors without a version, as homing templates, are \
          matched by their paths. Released descriptors that were removed are errors, too: see \
          `file/removed-release`. Changes of comments, key order and diagram layout do not count.",
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
    let file = cx.file;
    if !cx.released.is_some_and(|released| released.differs(file)) {
        return;
    }
    let name = match file.edition() {
        Some(edition) if file.defines().is_none() => format!("{} {}", edition.name, edition.version),
        _ => file.shown_name(),
    };
    let help = match file.edition() {
        Some(_) => "use a new version, and keep the released one unchanged",
        None => "keep the released file unchanged, and save the changed one under another name",
    };
    cx.report(file.version_span(), format!("`{name}` differs from its released version")).help(help);
}
