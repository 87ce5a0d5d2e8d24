//! A bracket without its other half.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::yaml::errors;
use crate::rules::{Check, Definition};
use crate::syntax::SyntaxErrorKind;

pub static RULE: Definition = Definition {
    code: "yaml/unbalanced-bracket",
    severity: Severity::Error,
    title: "a bracket lacks its other half",
    doc: "Every `[` and `{` of a collection is closed by its `]` or `}`. Text that has brackets of its own is quoted.",
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
            let finding = cx.report(error.span, format!("`{bracket}` closes nothing"));
            finding.fix("Remove it", Safety::Unsafe, TextEdit::delete(error.span));
            continue;
        }
        let close = if bracket == "[" { "]" } else { "}" };
        let finding = cx.report(error.span, format!("`{bracket}` is not closed")).help(format!("add its `{close}`"));
        if let Some(end) = error.related {
            let edit = TextEdit::insert(end.end as usize, close);
            let finding = finding.related(&file.path, end, format!("a `{close}` could stand here"));
            finding.fix(format!("Add `{close}`"), Safety::Unsafe, edit);
        }
    }
}
