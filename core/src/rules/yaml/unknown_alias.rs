//! An alias for what has no such name.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::yaml::{errors, quoted};
use crate::rules::{Check, Definition};

pub static RULE: Definition = Definition {
    code: "yaml/unknown-alias",
    severity: Severity::Error,
    title: "an alias for what has no such name",
    doc: "Unquoted text that begins with `*` is an alias: it stands for the node above that has the anchor of that name \
          (`&name`). Text that is meant to begin with a star is quoted.",
    sources: &["T-0-10", "HAS-10"],
    bad: "name: assembly::a::1.0\ndescription: *bold\nproperties: {}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\ndescription: '*bold'\nproperties: {}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    for error in errors(cx, RULE.code) {
        let text = error.span.of(&cx.file.text);
        let name = text.trim_start_matches('*');
        let finding = cx.report(error.span, format!("no anchor `&{name}` stands above this alias"));
        let finding = finding.help("quote the text if it is not meant as an alias");
        if let Some(quoted) = quoted(text) {
            finding.fix("Quote it", Safety::Unsafe, TextEdit::replace(error.span, quoted));
        }
    }
}
