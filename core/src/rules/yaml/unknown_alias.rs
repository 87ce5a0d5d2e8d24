//! Aliases without an anchor.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::yaml::{errors, quoted};
use crate::rules::{Check, Definition};

pub static RULE: Definition = Definition {
    code: "yaml/unknown-alias",
    severity: Severity::Error,
    title: "unknown alias",
    doc: "Unquoted text that begins with `*` is an alias of an earlier node with the anchor of the same name (`&name`). \
          Quote text that should begin with an asterisk.",
    sources: &["T-0-10", "HAS-10"],
    bad: "name: assembly::a::1.0\ndescription: *bold\nproperties: {}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\ndescription: '*bold'\nproperties: {}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    for error in errors(cx, RULE.code) {
        let text = error.span.of(&cx.file.text);
        let name = text.trim_start_matches('*');
        let finding = cx.report(error.span, format!("unknown alias `{name}`"));
        let finding = finding.help("define the anchor `&name` above, or quote the text");
        if let Some(quoted) = quoted(text) {
            finding.fix("Quote it", Safety::Unsafe, TextEdit::replace(error.span, quoted));
        }
    }
}
