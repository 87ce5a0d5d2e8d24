//! Lines of a mapping without a colon.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::schema::wrong_shape::{Typo, typos};
use crate::rules::yaml::{ellipsis, errors, slash_comment};
use crate::rules::{Check, Definition};
use crate::text::{self, Span};

pub static RULE: Definition = Definition {
    code: "yaml/missing-colon",
    severity: Severity::Error,
    title: "missing colon",
    doc: "Every line of a mapping is a `key: value` entry. A key that is still being typed has no colon yet; text over \
          several lines needs quotes or `|`.",
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
            continue; // Reported by `yaml/ellipsis`.
        }
        report(cx, error.span, error.span.start as usize + end_of_key(text));
    }
    for typo in typos(file) {
        let Typo::NoColon(key) = typo else { continue };
        report(cx, key, key.end as usize);
    }
}

/// The end of the key in an entry without a colon: after the first word, or before a block scalar header.
fn end_of_key(text: &str) -> usize {
    let line = text::first_line(text);
    match line.trim_end().rsplit_once([' ', '\t']) {
        Some((key, head)) if head.starts_with(['|', '>']) => key.trim_end().len(),
        _ => line.find([' ', '\t']).unwrap_or(line.len()),
    }
}

fn report(cx: &mut Check<'_>, span: Span, colon: usize) {
    let text = shortened(span.of(&cx.file.text));
    let finding = cx.report(span, format!("missing colon after `{text}`"));
    let edit = TextEdit::insert(colon, ":");
    finding.help("write entries as `key: value`").fix("Add the colon", Safety::Unsafe, edit);
}

fn shortened(text: &str) -> String {
    let line = text::first_line(text);
    let short: String = line.chars().take(40).collect();
    if short.len() < text.len() { format!("{short}..") } else { short }
}
