//! Ellipses left over from documentation.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::yaml::scalar_around;
use crate::rules::{Check, Definition};
use crate::syntax::Style;
use crate::text::Span;

pub static RULE: Definition = Definition {
    code: "yaml/ellipsis",
    severity: Severity::Warning,
    title: "ellipsis",
    doc: "Documentation uses a line `...` for omitted content. At the left margin of a file, such a line ends the YAML \
          document, and nothing below it is read, which is an error. Elsewhere it is plain text, or invalid YAML.",
    sources: &["AD-DOC-11", "AD-DOC-01"],
    bad: "name: assembly::a::1.0\nproperties:\n  address: {type: string}\ncomposition: {}\n...\ncapabilities: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  address: {type: string}\ncomposition: {}\ncapabilities: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    if file.language.is_none() {
        return;
    }
    for line in 0..file.lines.count() {
        let span = file.lines.span(&file.text, line);
        let text = span.of(&file.text);
        if !is_ellipsis(text.trim_start_matches(['-', ' '])) {
            continue;
        }
        let start = span.end as usize - text.trim_start().len();
        let own = Span::new(start, span.end as usize);
        let rest = file.text.get(span.end as usize..).unwrap_or("");
        let ends_document = text == "...";
        let written_text = scalar_around(file, own).and_then(|node| node.as_scalar());
        if ends_document && rest.trim().is_empty() || written_text.is_some_and(|scalar| scalar.style != Style::Plain) {
            continue;
        }
        let finding = if ends_document {
            let finding = cx.report(own, "`...` ends the document, and nothing below it is read");
            finding.severity(Severity::Error)
        } else {
            let broken = file.errors.iter().any(|error| error.span.contains(own));
            let severity = if broken { Severity::Error } else { Severity::Warning };
            cx.report(own, "the ellipsis is read as plain text").severity(severity)
        };
        let whole = Span::new(file.lines.start(line), file.lines.start(line + 1).max(span.end as usize));
        finding.help("remove the line").fix("Remove the line", Safety::Unsafe, TextEdit::delete(whole));
    }
}

/// Whether the text is nothing but an ellipsis.
pub fn is_ellipsis(text: &str) -> bool {
    matches!(text.trim(), "..." | "…")
}
