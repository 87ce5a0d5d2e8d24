//! A tab where indentation is counted.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::yaml::errors;
use crate::rules::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "yaml/tab-indentation",
    severity: Severity::Error,
    title: "a tab where indentation is counted",
    doc: "YAML counts spaces. How deep a tab goes depends on who looks at it, so that it cannot indent.",
    sources: &["AD-DOC-12"],
    bad: "name: assembly::a::1.0\nproperties:\n\taddress: {type: string}\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  address: {type: string}\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    for error in errors(cx, RULE.code) {
        let spaces = error.span.of(&cx.file.text).replace('\t', "  ");
        let edit = TextEdit::replace(error.span, spaces);
        let finding = cx.report(error.span, "a tab cannot indent");
        finding.help("indent with spaces").fix("Replace with spaces", Safety::Unsafe, edit);
    }
}
