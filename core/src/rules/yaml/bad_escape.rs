//! Unknown escapes in double quotes.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::yaml::errors;
use crate::rules::{Check, Definition};

pub static RULE: Definition = Definition {
    code: "yaml/bad-escape",
    severity: Severity::Error,
    title: "unknown escape",
    doc: "In double quotes, a backslash starts an escape such as `\\n`, `\\t`, `\\\\`, `\\\"` or `\\u00e9`. For a \
          literal backslash, double it or use single quotes, which have no escapes.",
    sources: &["T-0-10", "HAS-10"],
    bad: "name: assembly::a::1.0\ndescription: \"see C:\\docs\"\nproperties: {}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\ndescription: 'see C:\\docs'\nproperties: {}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    for error in errors(cx, RULE.code) {
        let text = error.span.of(&cx.file.text);
        let finding = cx.report(error.span, format!("unknown escape `{text}`"));
        let edit = TextEdit::insert(error.span.start as usize, "\\");
        finding.help("double the backslash, or use single quotes").fix("Double the backslash", Safety::Unsafe, edit);
    }
}
