//! A comma too few, or too many, between brackets.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::yaml::errors;
use crate::rules::{Check, Definition};

pub static RULE: Definition = Definition {
    code: "yaml/missing-comma",
    severity: Severity::Error,
    title: "a comma too few or too many between brackets",
    doc: "Within `[ ]` and `{ }` exactly one comma stands between two items or entries; one behind the last is allowed.",
    sources: &["T-0-10", "HAS-10"],
    bad: "name: assembly::a::1.0\nproperties:\n  size: {type: 'string' default: small}\n  label: {value: '${size}'}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  size: {type: 'string', default: small}\n  label: {value: '${size}'}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    for error in errors(cx, RULE.code) {
        if error.span.is_empty() {
            let edit = TextEdit::insert(error.span.start as usize, ",");
            cx.report(error.span, "a comma is missing here").fix("Add the comma", Safety::Unsafe, edit);
        } else {
            let edit = TextEdit::delete(error.span);
            cx.report(error.span, "a comma without anything before it").fix("Remove it", Safety::Unsafe, edit);
        }
    }
}
