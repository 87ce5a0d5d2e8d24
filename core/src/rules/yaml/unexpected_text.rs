//! Text where YAML allows none.

use crate::diagnostic::Severity;
use crate::rules::yaml::{ellipsis, errors};
use crate::rules::{Check, Definition};
use crate::syntax::SyntaxErrorKind;

pub static RULE: Definition = Definition {
    code: "yaml/unexpected-text",
    severity: Severity::Error,
    title: "unexpected text",
    doc: "After the end of a value (its closing quote or bracket), only a comment may follow, and a key must end on the \
          line where it begins. Quote the whole text if it contains quotes or brackets.",
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
            SyntaxErrorKind::TrailingText => ("unexpected text after the value", "quote the whole value"),
            SyntaxErrorKind::MultilineKey => {
                ("key spans several lines", "close its quote or bracket")
            }
            _ => ("unexpected text", "remove it, or quote the whole value"),
        };
        cx.report(error.span, message).help(help);
    }
}
