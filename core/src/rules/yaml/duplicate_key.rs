//! A key that stands twice in one mapping.

use crate::diagnostic::Severity;
use crate::rules::{Check, Definition};
use crate::syntax::SyntaxErrorKind;

pub static RULE: Definition = Definition {
    code: "yaml/duplicate-key",
    severity: Severity::Error,
    title: "a key stands twice in one mapping",
    doc: "A key may stand once in a mapping. Most readers keep only the last of several, so that what the first says is \
          silently lost.\n\nMove the entries of one into the other, or give one another name.",
    sources: &["AD-DOC-02", "AD-PROP-01", "T-0-05", "T-3.1-12", "T-3.6.2-03", "HAS-03"],
    bad: "name: assembly::a::1.0\nproperties:\n  address: {type: string}\n  address: {type: integer}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  address: {type: string}\n  port: {type: integer}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    for error in file.errors.iter().filter(|error| error.kind == SyntaxErrorKind::DuplicateKey) {
        let key = error.span.of(&file.text);
        let finding = cx.report(error.span, format!("`{key}` stands twice in this mapping"));
        let finding = finding.help("keep one of them; readers differ in which one they take");
        if let Some(first) = error.related {
            finding.related(&file.path, first, "it stands here first");
        }
    }
}
