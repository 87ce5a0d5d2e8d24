//! Quoted text without a closing quote.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::yaml::errors;
use crate::rules::{Check, Definition};

pub static RULE: Definition = Definition {
    code: "yaml/unclosed-quote",
    severity: Severity::Error,
    title: "unclosed quote",
    doc: "Quoted text continues, across lines, up to the next quote of the same kind. To include a quote, double it \
          inside single quotes (`'it''s'`), or put a backslash before it inside double quotes.",
    sources: &["T-0-10", "HAS-10"],
    bad: "name: assembly::a::1.0\ndescription: \"What is shown\nproperties: {}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\ndescription: \"What is shown\"\nproperties: {}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    for error in errors(cx, RULE.code) {
        let quote = file.text.get(error.span.start as usize..error.span.start as usize + 1).unwrap_or("'");
        let finding = cx.report(error.span, "unclosed quote");
        let mut finding = finding.help(format!("add a closing {quote}"));
        if let Some(opening) = error.related {
            finding = finding.related(&file.path, opening, "the quote is opened here");
        }
        let edit = TextEdit::insert(error.span.end as usize, quote);
        finding.fix("Close the quote", Safety::Unsafe, edit);
    }
}
