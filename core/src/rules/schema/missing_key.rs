//! Required keys that are missing.

use crate::diagnostic::Severity;
use crate::rules::{Check, Definition, described};
use crate::schema::{Need, Violation, ViolationKind, Record, Shape, spot};
use crate::syntax::NodePath;
use crate::syntax::patch::InsertAt;
use crate::text::Span;
use crate::workspace::SourceFile;

pub static RULE: Definition = Definition {
    code: "schema/missing-key",
    severity: Severity::Error,
    title: "missing key",
    doc: "The specification requires this key. If products accept a descriptor without it, as with the `properties` of \
          an assembly, it is a warning. Missing `properties` of a component are an info, unless its type takes no \
          properties.\n\nA descriptor in a package may omit `name`, which then comes from the project file.",
    sources: &[
        "AD-DOC-05",
        "AD-DOC-06",
        "AD-NAME-10",
        "AD-COMP-03",
        "AD-COMP-06",
        "AD-RFS-02",
        "AD-REL-02",
        "AD-REL-09",
        "AD-REL-10",
        "AD-OPS-01",
        "AD-CAP-02",
        "AD-MET-01",
        "AD-DT-04",
        "T-0-03",
        "T-3.1-01",
        "T-3.5.6-02",
        "T-3.5.7-03",
        "T-3.5.7-04",
        "T-3.5.8-02",
        "T-3.5.17-01",
        "T-3.5.18-02",
        "T-3.5.18-03",
        "T-3.5.22-01",
        "T-3.5.23-01",
        "T-3.5.23-02",
        "T-3.6.3-09",
        "T-3.7.3-01",
        "T-3.7.5-01",
        "T-3.7.6-01",
        "T-3.7.12-01",
        "T-7.3-1",
        "ASD-07",
        "ASD-17",
        "ASD-19",
        "ASD-33",
        "ASD-34",
        "ASD-62",
        "HAS-04",
        "HAS-38",
        "HAS-40",
        "HAS-53",
        "HAS-66",
    ],
    bad: "\
name: assembly::a::1.0
properties: {}
composition: {}
capabilities:
  VideoStream: {description: What is shown}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition: {}
capabilities:
  VideoStream: {type: httpStreamOutput}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    let (Some(root), Some(language)) = (&file.root, file.language) else { return };
    for violation in file.violations() {
        let ViolationKind::MissingKey { record, key, need } = &violation.kind else { continue };
        if (cx.hooks.may_be_missing)(cx, violation) {
            continue;
        }
        let span = if violation.path.is_root() { first_key(cx).unwrap_or(violation.span) } else { violation.span };
        // An application in a template has its attributes in `properties`.
        let parent = violation.path.parent().unwrap_or_default();
        let is_inner = [&parent, &NodePath::root()]
            .iter()
            .any(|of| **of != violation.path && file.levels(of).first() == Some(&violation.path));
        let subject = if is_inner { &parent } else { &violation.path };
        let message = format!("missing `{key}` in {}", described(record, subject));
        let severity = match need {
            Need::Required | Need::RequiredWithout(_) => Severity::Error,
            Need::Recommended | Need::Optional => Severity::Warning,
            Need::Usual => Severity::Info,
        };
        let (likely_value, documentation) = (cx.hooks.likely_value, cx.hooks.documentation);
        let finding = cx.report(span, message).severity(severity);
        let known = record_at(file, violation).unwrap_or_else(|| language.schema_of(root));
        let help = known.field(key).and_then(|field| documentation.of_field(field).lines().next());
        let finding = match help {
            Some(doc) => finding.help(format!("add `{key}`: {}", lower_first(doc.trim_end_matches('.')))),
            None => finding,
        };
        // An empty section would be just as needless.
        let Some((value, safety)) = likely_value(file, key).filter(|_| *need != Need::Usual) else { continue };
        let order = known.order();
        finding.fix_by(format!("Add `{key}`"), safety, |draft| {
            draft.insert(&violation.path, key, &value, InsertAt::Ordered(&order))
        });
    }
}

/// The schema of the mapping that lacks the key.
fn record_at(file: &SourceFile, violation: &Violation) -> Option<&'static Record> {
    let root = file.root.as_ref()?;
    match spot(root, file.language?.schema_of(root), &violation.path)?.shape {
        Shape::Record(record) => Some(record),
        _ => None,
    }
}

/// The first key of the document, where keys missing from the root are reported.
fn first_key(cx: &Check<'_>) -> Option<Span> {
    cx.file.root.as_ref()?.entries().first().map(|entry| entry.key.span)
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    // Acronyms stay in upper case.
    if letters.clone().next().is_some_and(char::is_uppercase) {
        return text.to_owned();
    }
    first.to_lowercase().chain(letters).collect()
}
