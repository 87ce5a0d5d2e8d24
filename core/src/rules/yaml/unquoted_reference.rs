//! Unquoted `${...}` in flow collections.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::yaml::{errors, quoted, scalar_around};
use crate::rules::{Check, Definition};

pub static RULE: Definition = Definition {
    code: "yaml/unquoted-reference",
    severity: Severity::Error,
    title: "unquoted reference in brackets",
    doc: "Inside `[ ]` and `{ }`, the braces of `${...}` are read as a mapping, so `{value: ${size}}` is invalid YAML. \
          Quote the reference: `{value: '${size}'}`. In block style, no quotes are needed.",
    sources: &["AD-REF-17"],
    bad: "name: assembly::a::1.0\nproperties:\n  size: {default: small}\n  label: {value: ${size}}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  size: {default: small}\n  label: {value: '${size}'}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    for error in errors(cx, RULE.code) {
        let reference = error.span.of(&file.text);
        let finding = cx.report(error.span, format!("`{reference}` must be quoted inside brackets"));
        let text = scalar_around(file, error.span);
        if let Some((node, quoted)) = text.and_then(|node| Some((node, quoted(node.span.of(&file.text))?))) {
            finding.fix("Add quotes", Safety::Safe, TextEdit::replace(node.span, quoted));
        }
    }
}
