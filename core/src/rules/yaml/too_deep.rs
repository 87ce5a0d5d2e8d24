//! A text that unfolds to more than is read.

use crate::diagnostic::Severity;
use crate::rules::yaml::errors;
use crate::rules::{Check, Definition};
use crate::syntax::SyntaxErrorKind;

pub static RULE: Definition = Definition {
    code: "yaml/too-deep",
    severity: Severity::Error,
    title: "the text goes deeper, or unfolds to more, than is read",
    doc: "Collections are read to a depth of 128, and aliases are replaced by what they stand for within a budget, so that no \
          text can bring a reader down. No descriptor that people write comes near either. An alias within the very node \
          that it names has no end at all.",
    sources: &[],
    bad: "name: assembly::a::1.0\nproperties: &all\n  again: *all\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  again: {}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    for error in errors(cx, RULE.code) {
        let message = match error.kind {
            SyntaxErrorKind::AliasBudget => "this alias unfolds to more than is read",
            _ => "this is nested deeper than is read",
        };
        cx.report(error.span, message).help("write it out, or take it apart");
    }
}
