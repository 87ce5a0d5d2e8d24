//! A quoted text without its closing quote.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::yaml::errors;
use crate::rules::{Check, Definition};

pub static RULE: Definition = Definition {
    code: "yaml/unclosed-quote",
    severity: Severity::Error,
    title: "a quoted text lacks its closing quote",
    doc: "A text that begins with a quote goes on to the next one of its kind, over lines if need be. Within single quotes a \
          quote is written twice (`'it''s'`), within double quotes it has a backslash before it.",
    sources: &["T-0-10", "HAS-10"],
    bad: "name: assembly::a::1.0\ndescription: \"What is shown\nproperties: {}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\ndescription: \"What is shown\"\nproperties: {}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    for error in errors(cx, RULE.code) {
        let quote = file.text.get(error.span.start as usize..error.span.start as usize + 1).unwrap_or("'");
        let finding = cx.report(error.span, "this quoted text has no end");
        let mut finding = finding.help(format!("close it with {quote}"));
        if let Some(opening) = error.related {
            finding = finding.related(&file.path, opening, "it begins here");
        }
        let edit = TextEdit::insert(error.span.end as usize, quote);
        finding.fix("Close the quote", Safety::Unsafe, edit);
    }
}
