//! Files with more than one YAML document.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::language::Language;
use crate::rules::{Check, Definition};
use crate::syntax::{Document, Kind};
use crate::text::Span;

pub static RULE: Definition = Definition {
    code: "yaml/several-documents",
    severity: Severity::Error,
    title: "multiple documents in one file",
    doc: "A line `---` begins a new YAML document. A descriptor file must contain exactly one. Descriptorium, like most \
          tools, reads only the first; other tools reject the file.\n\nPut each document in its own file. A single \
          `---` at the top is fine.",
    sources: &["AD-DOC-01", "T-0-11"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition: {}
---
name: assembly::b::1.0
properties: {}
composition: {}
",
    good: "\
# file: a.yaml
---
name: assembly::a::1.0
properties: {}
composition: {}
# file: b.yaml
---
name: assembly::b::1.0
properties: {}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    let Some((first, later)) = file.tree.documents.split_first() else { return };
    // If `...` ends the first document, the ellipsis is reported instead.
    let Some(second) = later.first().filter(|_| !first.span.of(&file.text).ends_with("...")) else { return };
    let marker = Span::new(second.span.range().start, second.span.range().start + 3);
    if file.language.is_none() {
        if let Some(language) = later.iter().find_map(|other| Language::recognize(&file.path, &other.root)) {
            let finding =
                cx.report(marker, format!("this {} is not read because it is not in the first document", language.label()));
            finding.severity(Severity::Warning).help("put each document in its own file");
        }
        return;
    }
    if later.iter().any(|document| !is_empty(document)) {
        let finding = cx.report(marker, "a second document begins here, and nothing below it is read");
        finding.help("put each document in its own file");
        return;
    }
    let finding = cx.report(marker, "a second, empty document begins here");
    let finding = finding.severity(Severity::Warning).help("remove the line");
    let line = file.lines.line(marker.start as usize);
    if later.len() == 1 && file.lines.span(&file.text, line) == marker {
        let end = file.lines.start(line + 1).max(marker.end as usize);
        finding.fix("Remove the line", Safety::Safe, TextEdit::delete(Span::new(marker.start as usize, end)));
    }
}

fn is_empty(document: &Document) -> bool {
    matches!(document.root.kind, Kind::Null) && document.root.properties.is_none()
}
