//! Text that exceeds the limits of the parser.

use crate::diagnostic::Severity;
use crate::rules::yaml::errors;
use crate::rules::{Check, Definition};
use crate::syntax::SyntaxErrorKind;

pub static RULE: Definition = Definition {
    code: "yaml/too-deep",
    severity: Severity::Error,
    title: "nesting, size or alias limit exceeded",
    doc: "Collections are read up to a depth of 128, files up to 750,000 lines, colons, commas and brackets together, and \
          aliases are expanded within a budget, so that no text can exhaust the parser. Hand-written descriptors never \
          come close. An alias inside the node it refers to expands endlessly.",
    sources: &[],
    bad: "name: assembly::a::1.0\nproperties: &all\n  again: *all\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  again: {}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    for error in errors(cx, RULE.code) {
        let (message, help) = match error.kind {
            SyntaxErrorKind::AliasBudget => ("alias expands beyond the limit", "write out the alias, or split the value"),
            SyntaxErrorKind::TooLarge => ("the file has too many keys and items, not read", "split the file"),
            _ => ("nesting exceeds the limit", "split the value"),
        };
        cx.report(error.span, message).help(help);
    }
}
