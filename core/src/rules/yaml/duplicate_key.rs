//! Keys used twice in one mapping.

use crate::diagnostic::Severity;
use crate::rules::yaml::errors;
use crate::rules::{Check, Definition};

pub static RULE: Definition = Definition {
    code: "yaml/duplicate-key",
    severity: Severity::Error,
    title: "duplicate key",
    doc: "A key may appear only once in a mapping. Most parsers keep the last occurrence and silently drop the \
          others.\n\nMerge the entries, or rename one of the keys.",
    sources: &["AD-DOC-02", "AD-PROP-01", "T-0-05", "T-3.1-12", "T-3.6.2-03", "HAS-03"],
    bad: "name: assembly::a::1.0\nproperties:\n  address: {type: string}\n  address: {type: integer}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  address: {type: string}\n  port: {type: integer}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    for error in errors(cx, RULE.code) {
        let key = error.span.of(&file.text);
        let finding = cx.report(error.span, format!("duplicate key `{key}`"));
        let finding = finding.help("keep only one of them; parsers differ in which one they use");
        if let Some(first) = error.related {
            finding.related(&file.path, first, "first used here");
        }
    }
}
