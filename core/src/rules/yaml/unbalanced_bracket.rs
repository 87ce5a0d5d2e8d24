//! Brackets without their counterpart.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::yaml::errors;
use crate::rules::{Check, Definition};
use crate::syntax::SyntaxErrorKind;

pub static RULE: Definition = Definition {
    code: "yaml/unbalanced-bracket",
    severity: Severity::Error,
    title: "unbalanced bracket",
    doc: "Every `[` and `{` needs its closing `]` or `}`. Quote text that contains brackets.",
    sources: &["T-0-10", "HAS-10"],
    bad: "name: assembly::a::1.0\nproperties: {\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties: {}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    for error in errors(cx, RULE.code) {
        let bracket = error.span.of(&file.text);
        if error.kind == SyntaxErrorKind::UnexpectedClose {
            let finding = cx.report(error.span, format!("unexpected `{bracket}`"));
            finding.fix("Remove the bracket", Safety::Unsafe, TextEdit::delete(error.span));
            continue;
        }
        let close = if bracket == "[" { "]" } else { "}" };
        let finding = cx.report(error.span, format!("unclosed `{bracket}`")).help(format!("add `{close}`"));
        if let Some(end) = error.related {
            let edit = TextEdit::insert(end.end as usize, close);
            let finding = finding.related(&file.path, end, format!("a `{close}` could go here"));
            finding.fix(format!("Add `{close}`"), Safety::Unsafe, edit);
        }
    }
}
