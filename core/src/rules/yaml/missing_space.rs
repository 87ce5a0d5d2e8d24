//! Colons without a space before the value.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::schema::wrong_shape::{Slip, slips};
use crate::rules::yaml::errors;
use crate::rules::{Check, Definition};
use crate::text::Span;

pub static RULE: Definition = Definition {
    code: "yaml/missing-space",
    severity: Severity::Error,
    title: "missing space after a colon",
    doc: "The colon after a key must be followed by a space. `value:123` is plain text, not a key with a value.",
    sources: &["AD-DOC-08", "T-0-10", "HAS-10"],
    bad: "name: assembly::a::1.0\nproperties:\n  size:\n    value:123\ncomposition: {}\n",
    good: "name: assembly::a::1.0\nproperties:\n  size:\n    value: 123\ncomposition: {}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    let colons = slips(file).into_iter().filter_map(|slip| match slip {
        Slip::NoBlank(colon) => Some(colon),
        Slip::NoColon(_) => None,
    });
    let colons: Vec<Span> = errors(cx, RULE.code).iter().map(|error| error.span).chain(colons).collect();
    for colon in colons {
        let edit = TextEdit::insert(colon.end as usize, " ");
        let finding = cx.report(colon, "missing space after the colon");
        finding.fix("Add the space", Safety::Unsafe, edit);
    }
}
