//! Text where YAML has no place for any.

use crate::diagnostic::Severity;
use crate::rules::yaml::{ellipsis, errors};
use crate::rules::{Check, Definition};
use crate::syntax::SyntaxErrorKind;

pub static RULE: Definition = Definition {
    code: "yaml/unexpected-text",
    severity: Severity::Error,
    title: "text stands where there is no place for it",
    doc: "Behind the end of a value (its closing quote or bracket) only a comment can stand, and a key ends in the line in \
          which it begins. Text that is meant to hold quotes or brackets is quoted as a whole.",
    sources: &["T-0-10", "HAS-10"],
    bad: "name: assembly::a::1.0\ndescription: \"Video\" on demand\nproperties: {}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\ndescription: '\"Video\" on demand'\nproperties: {}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    for error in errors(cx, RULE.code) {
        if ellipsis::is_ellipsis(error.span.of(&cx.file.text)) {
            continue;
        }
        let (message, help) = match error.kind {
            SyntaxErrorKind::TrailingText => ("this stands behind the end of the value", "quote the value as a whole"),
            SyntaxErrorKind::MultilineKey => {
                ("a key must end in the line in which it begins", "close its quote or bracket")
            }
            _ => ("there is no place for this here", "take it away, or quote the text it belongs to"),
        };
        cx.report(error.span, message).help(help);
    }
}
