//! Text that exceeds the limits of the parser.

use crate::diagnostic::Severity;
use crate::rules::yaml::errors;
use crate::rules::{Check, Definition};
use crate::syntax::SyntaxErrorKind;

pub static RULE: Definition = Definition {
    code: "yaml/too-deep",
    severity: Severity::Error,
    title: "nesting or alias limit exceeded",
    doc: "Collections are read up to a depth of 128, and aliases are expanded within a budget, so that no text can \
          exhaust the parser. Hand-written descriptors never come close. An alias inside the node it refers to expands \
          endlessly.",
    sources: &[],
    bad: "name: assembly::a::1.0\nproperties: &all\n  again: *all\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  again: {}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    for error in errors(cx, RULE.code) {
        let message = match error.kind {
            SyntaxErrorKind::AliasBudget => "alias expands beyond the limit",
            _ => "nesting exceeds the limit",
        };
        cx.report(error.span, message).help("write out the alias, or split the value");
    }
}
