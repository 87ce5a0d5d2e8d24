//! A tag, anchor, directive or block header that is not written as YAML has it.

use crate::diagnostic::Severity;
use crate::rules::yaml::errors;
use crate::rules::{Check, Definition};
use crate::syntax::SyntaxErrorKind;

pub static RULE: Definition = Definition {
    code: "yaml/malformed-notation",
    severity: Severity::Error,
    title: "a tag, anchor, directive or block header is malformed",
    doc: "YAML has a few notations of its own besides mappings, lists and scalars: tags (`!!str`), anchors (`&name`), \
          directives (`%YAML 1.2`, with the document behind `---`) and the headers of block texts (`|`, `>-`, `|2`). \
          Descriptors hardly ever need them. Text that begins with one of these characters is quoted.",
    sources: &["T-0-10", "HAS-10"],
    bad: "name: assembly::a::1.0\ndescription: |x\n  What is shown\nproperties: {}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\ndescription: |-\n  What is shown\nproperties: {}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    for error in errors(cx, RULE.code) {
        let (message, help) = match error.kind {
            SyntaxErrorKind::BadDirective => ("a malformed directive", "`%YAML 1.2` or `%TAG`, and then `---`"),
            SyntaxErrorKind::BadBlockScalar => (
                "a malformed block text",
                "its header is `|` or `>`, at most with `-`, `+` and a depth, and its lines stand deeper",
            ),
            _ => ("a tag or anchor that cannot stand here", "quote the text if it is not meant as one"),
        };
        cx.report(error.span, message).help(help);
    }
}
