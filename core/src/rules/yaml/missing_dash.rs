//! Lines of a list without a dash.

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::yaml::{ellipsis, errors};
use crate::rules::{Check, Definition};

pub static RULE: Definition = Definition {
    code: "yaml/missing-dash",
    severity: Severity::Error,
    title: "missing `-` in a list",
    doc: "Every item of a list begins with `- `. Any other line at the same indentation is invalid.",
    sources: &["T-0-10", "HAS-10"],
    bad: "\
name: assembly::a::1.0
properties:
  servers:
    type: list
    value:
      - 192.0.2.1
      192.0.2.2
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  servers:
    type: list
    value:
      - 192.0.2.1
      - 192.0.2.2
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    for error in errors(cx, RULE.code) {
        if ellipsis::is_ellipsis(error.span.of(&cx.file.text)) {
            continue;
        }
        let edit = TextEdit::insert(error.span.start as usize, "- ");
        let finding = cx.report(error.span, "missing `- ` before the list item");
        finding.help("begin the line with `- `").fix("Add the `-`", Safety::Unsafe, edit);
    }
}
