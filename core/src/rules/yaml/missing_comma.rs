//! Missing or extra commas in flow collections.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::yaml::errors;
use crate::rules::{Check, Definition};

pub static RULE: Definition = Definition {
    code: "yaml/missing-comma",
    severity: Severity::Error,
    title: "missing or extra comma",
    doc: "Inside `[ ]` and `{ }`, items and entries are separated by exactly one comma. A comma after the last one is \
          allowed.",
    sources: &["T-0-10", "HAS-10"],
    bad: "name: assembly::a::1.0\nproperties:\n  size: {type: 'string' default: small}\n  label: {value: '${size}'}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  size: {type: 'string', default: small}\n  label: {value: '${size}'}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    for error in errors(cx, RULE.code) {
        if error.span.is_empty() {
            let edit = TextEdit::insert(error.span.start as usize, ",");
            cx.report(error.span, "missing comma").fix("Add the comma", Safety::Unsafe, edit);
        } else {
            let edit = TextEdit::delete(error.span);
            cx.report(error.span, "extra comma").fix("Remove the comma", Safety::Unsafe, edit);
        }
    }
}
