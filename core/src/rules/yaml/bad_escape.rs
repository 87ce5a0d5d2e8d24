//! An escape that YAML does not have.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::yaml::errors;
use crate::rules::{Check, Definition};

pub static RULE: Definition = Definition {
    code: "yaml/bad-escape",
    severity: Severity::Error,
    title: "an escape that YAML does not have",
    doc: "In double quotes a backslash begins an escape: `\\n`, `\\t`, `\\\\`, `\\\"`, `\\u00e9` and a few more. A backslash that \
          is meant as itself is doubled, or the text is put into single quotes, where a backslash is just that.",
    sources: &["T-0-10", "HAS-10"],
    bad: "name: assembly::a::1.0\ndescription: \"see C:\\docs\"\nproperties: {}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\ndescription: 'see C:\\docs'\nproperties: {}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    for error in errors(cx, RULE.code) {
        let text = error.span.of(&cx.file.text);
        let finding = cx.report(error.span, format!("YAML has no escape `{text}`"));
        let edit = TextEdit::insert(error.span.start as usize, "\\");
        finding.help("double the backslash, or use single quotes").fix("Double the backslash", Safety::Unsafe, edit);
    }
}
