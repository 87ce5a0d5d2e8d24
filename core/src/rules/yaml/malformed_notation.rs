//! Malformed tags, anchors, aliases, directives and block scalar headers.

use crate::diagnostic::Severity;
use crate::rules::yaml::errors;
use crate::rules::{Check, Definition};
use crate::syntax::SyntaxErrorKind;

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
        cx.report(error.span, message).help(help);
    }
}

/// The YAML notation that a text starts with.
fn notation(text: &str) -> &'static str {
    match text.as_bytes().first() {
        Some(b'*') => "alias",
        Some(b'&') => "anchor",
        _ => "tag",
    }
}
