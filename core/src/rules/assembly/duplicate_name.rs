//! Descriptors defined in several files.

use crate::catalog::Resolution;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::text::Span;
use crate::workspace::SourceFile;

pub static RULE: Rule = Rule {
    code: "assembly/duplicate-name",
    severity: Severity::Error,
    title: "duplicate descriptor name",
    doc: "The full name of a descriptor must be unique in a catalog. Otherwise the file that is loaded last determines \
          which descriptor is used. Give a changed descriptor a new version.\n\nFor identical files this is a warning: \
          one of them can be removed.",
    sources: &["AD-NAME-13"],
    bad: "\
# file: a.yaml
name: assembly::a::1.0
properties: {}
composition: {}
# file: b.yaml
name: assembly::a::1.0
properties:
  size: {value: small}
composition: {}
",
    good: "\
# file: a.yaml
name: assembly::a::1.0
properties: {}
composition: {}
# file: b.yaml
name: assembly::a::1.1
properties:
  size: {value: small}
composition: {}
",
    check,
};

/// Maximum number of other files that are listed: every one of them has this finding, too.
const MAX_RELATED: usize = 20;

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    let Some(full_name) = &descriptor.full_name else { return };
    // In a package, the project may provide the name.
    let first = |file: &SourceFile| Some(file.root.as_ref()?.entries().first()?.key.span);
    let place = |file: &SourceFile| Some(file.root.as_ref()?.get("name")?.span).or_else(|| first(file));
    let span = place(cx.file).unwrap_or(Span::at(0));
    let Resolution::Ambiguous(entries) = cx.catalog.resolve(full_name) else { return };
    let (workspace, file) = (cx.workspace, cx.file);
    let others: Vec<_> = entries.into_iter().filter(|entry| entry.file != file.path).collect();
    let Some(first) = others.first() else { return };
    let equal = others.iter().all(|other| workspace.file(&other.file).is_some_and(|other| other.text == file.text));
    let (severity, help) = match equal {
        true => (Severity::Warning, "the files are identical: remove one of them"),
        false => (Severity::Error, "change the version of one of them"),
    };
    let also = match others.len() {
        1 => "another file".to_owned(),
        count => format!("{count} other files"),
    };
    let mut finding = cx.report(span, format!("`{}` is also defined in {also}", first.name));
    finding = finding.severity(severity).help(help);
    for other in others.iter().take(MAX_RELATED) {
        if let Some(place) = workspace.file(&other.file).and_then(|file| place(file)) {
            finding = finding.related(&other.file, place, "also defined here");
        }
    }
}
