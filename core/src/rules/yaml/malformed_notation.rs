//! Malformed tags, anchors, aliases, directives and block scalar headers.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::yaml::errors;
use crate::rules::{Check, Definition};
use crate::syntax::SyntaxErrorKind;
use crate::text::Span;

pub static RULE: Definition = Definition {
    code: "yaml/malformed-notation",
    severity: Severity::Error,
    title: "malformed YAML notation",
    doc: "Besides mappings, lists and scalars, YAML has tags (`!!str`), anchors (`&name`), aliases (`*name`), \
          directives (`%YAML 1.2`, with `---` before the document) and block scalar headers (`|`, `>-`, `|2`). \
          Descriptors rarely need them. Quote text that begins with one of these characters.",
    sources: &["T-0-10", "HAS-10"],
    bad: "name: assembly::a::1.0\ndescription: |x\n  What is shown\nproperties: {}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\ndescription: |-\n  What is shown\nproperties: {}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    for error in errors(cx, RULE.code) {
        let text = error.span.of(&cx.file.text);
        let (message, help) = match error.kind {
            SyntaxErrorKind::BadDirective => {
                ("malformed directive".to_owned(), "write `%YAML 1.2` or `%TAG`, followed by `---`")
            }
            SyntaxErrorKind::BadBlockScalar => (
                "malformed block scalar".to_owned(),
                "write `|` or `>`, optionally with `-`, `+` and an indentation, and indent the lines below it",
            ),
            _ => (format!("invalid {} `{text}`", notation(text)), "quote the text to use it literally"),
        };
        let comparison = comparison(&cx.file.text, error.span);
        let finding = cx.report(error.span, message);
        match comparison {
            None => drop(finding.help(help)),
            Some((span, text)) => {
                let finding = finding.help("a value that starts with `>` needs quotes");
                finding.fix(format!("Quote `{text}`"), Safety::Safe, TextEdit::replace(span, format!("\"{text}\"")));
            }
        }
    }
}

/// A comparison such as `>= 1000 Mbps` in place of a block scalar: the rest of its line, without a comment.
fn comparison(text: &str, error: Span) -> Option<(Span, &str)> {
    let line = text.get(..error.start as usize)?.rfind('\n').map_or(0, |end| end + 1);
    let start = line + text.get(line..error.end as usize)?.rfind('>')?;
    let rest = text.get(start..)?.lines().next()?;
    let rest = rest.find(" #").map_or(rest, |comment| rest.get(..comment).unwrap_or(rest)).trim_end();
    let number = rest.trim_start_matches(['>', '=']).trim_start();
    let is_number = number.starts_with(|first: char| first.is_ascii_digit()) && number.len() < rest.len();
    // Flow collections end a plain value.
    let is_plain = !rest.contains(['"', '\\', '{', '}', '[', ']', ',']);
    (is_number && is_plain).then(|| (Span::new(start, start + rest.len()), rest))
}

/// The YAML notation that a text starts with.
fn notation(text: &str) -> &'static str {
    match text.as_bytes().first() {
        Some(b'*') => "alias",
        Some(b'&') => "anchor",
        _ => "tag",
    }
}
