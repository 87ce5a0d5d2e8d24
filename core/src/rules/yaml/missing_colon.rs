//! A line in a mapping that is no entry.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::schema::wrong_shape::{Slip, slips};
use crate::rules::yaml::{ellipsis, errors, slash_comment};
use crate::rules::{Check, Definition};
use crate::text::Span;

pub static RULE: Definition = Definition {
    code: "yaml/missing-colon",
    severity: Severity::Error,
    title: "a line in a mapping is no entry",
    doc: "Between the entries of a mapping every line is `key: value`. A key that is just being typed lacks its colon; a \
          text of several lines needs quotes or a `|`.",
    sources: &["AD-DOC-08", "T-0-10", "HAS-10"],
    bad: "\
name: assembly::a::1.0
properties:
  address:
    type string
    default: 192.0.2.1
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  address:
    type: string
    default: 192.0.2.1
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    for error in errors(cx, RULE.code) {
        let text = error.span.of(&file.text);
        if ellipsis::is_ellipsis(text) || slash_comment::is_comment(text) {
            continue; // A rule of its own says what it is.
        }
        report(cx, error.span, error.span.start as usize + end_of_key(text));
    }
    for slip in slips(file) {
        let Slip::NoColon(key) = slip else { continue };
        report(cx, key, key.end as usize);
    }
}

/// Where the key ends in an entry without a colon: behind the first word, or before the head of a block of text.
fn end_of_key(text: &str) -> usize {
    let line = text.lines().next().unwrap_or_default();
    match line.trim_end().rsplit_once([' ', '\t']) {
        Some((key, head)) if head.starts_with(['|', '>']) => key.trim_end().len(),
        _ => line.find([' ', '\t']).unwrap_or(line.len()),
    }
}

fn report(cx: &mut Check<'_>, span: Span, colon: usize) {
    let text = shortened(span.of(&cx.file.text));
    let finding = cx.report(span, format!("`{text}` is no entry: it has no colon"));
    let edit = TextEdit::insert(colon, ":");
    finding.help("an entry is `key: value`").fix("Add the colon", Safety::Unsafe, edit);
}

fn shortened(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    let short: String = line.chars().take(40).collect();
    if short.len() < text.len() { format!("{short}..") } else { short }
}
