//! Conflict markers left by a merge.

use crate::diagnostic::{Safety, Severity};
use crate::edit::{Replace, TextEdit};
use crate::rules::yaml::errors;
use crate::rules::{Check, Definition};
use crate::syntax::SyntaxError;
use crate::text::Span;
use crate::workspace::SourceFile;

pub static RULE: Definition = Definition {
    code: "yaml/merge-conflict",
    severity: Severity::Error,
    title: "merge conflict",
    doc: "A version control system writes both versions of conflicting lines into the file, between lines such as \
          `<<<<<<< HEAD`, `=======` and `>>>>>>> branch`. No parser can read the file until the conflict is resolved. \
          Other findings are those of the first version.\n\nKeep one version, or combine them, and remove the \
          markers.",
    sources: &[],
    bad: "\
name: assembly::a::1.0
properties:
<<<<<<< HEAD
  size: {default: small}
=======
  size: {default: large}
>>>>>>> larger
  label: {value: '${size}'}
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  size: {default: large}
  label: {value: '${size}'}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    for error in errors(cx, RULE.code) {
        let Some(end) = error.related else {
            let text = error.span.of(&file.text);
            let finding = cx.report(error.span, format!("merge conflict: `{text}` was left over"));
            finding.help("resolve the conflict, and remove the line").fix(
                "Remove the line",
                Safety::Unsafe,
                TextEdit::delete(whole_lines(file, error.span)),
            );
            continue;
        };
        let finding = cx.report(error.span, "merge conflict");
        let finding = finding.help("keep one version, or combine them, and remove the markers");
        let mut finding = finding.related(&file.path, end, "the conflict ends here");
        if let Some((first, second)) = versions(file, error, end) {
            let edit = |kept: Span| {
                let before =
                    Span::new(file.lines.start(file.lines.line(error.span.start as usize)), kept.start as usize);
                let behind = Span::new(kept.end as usize, whole_lines(file, end).end as usize);
                TextEdit::new([before, behind].map(|span| Replace { span, text: String::new() }).into())
            };
            for (title, kept) in [("Keep the first version", first), ("Keep the second version", second)] {
                if let Some(edit) = edit(kept) {
                    finding = finding.fix(title, Safety::Unsafe, edit);
                }
            }
        }
    }
}

/// The lines of the first and of the last version of a conflict.
fn versions(file: &SourceFile, error: &SyntaxError, end: Span) -> Option<(Span, Span)> {
    let (first, last) = (file.lines.line(error.span.start as usize), file.lines.line(end.start as usize));
    let starts = |line: usize, sign: &str| file.lines.span(&file.text, line).of(&file.text).starts_with(sign);
    let split = (first + 1..last).rev().find(|line| starts(*line, "======="))?;
    let first_end = (first + 1..split).find(|line| starts(*line, "|||||||")).unwrap_or(split);
    let start = |line: usize| file.lines.start(line);
    Some((Span::new(start(first + 1), start(first_end)), Span::new(start(split + 1), start(last))))
}

/// The lines of a span, with the last line break.
fn whole_lines(file: &SourceFile, span: Span) -> Span {
    let line = file.lines.line(span.end as usize);
    let end = if line + 1 < file.lines.count() { file.lines.start(line + 1) } else { file.text.len() };
    Span::new(file.lines.start(file.lines.line(span.start as usize)), end)
}
