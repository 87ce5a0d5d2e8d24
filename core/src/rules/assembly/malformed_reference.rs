//! Malformed `${...}` references.

use crate::assembly::interpolation::{InterpolationError, InterpolationErrorKind};
use crate::assembly::values::Role;
use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::assembly::{Check, Reading, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/malformed-reference",
    severity: Severity::Error,
    title: "malformed reference",
    doc: "A reference is a path in `${...}`: `${property}`, `${component.property}`, `${property.key[0].key}`. Names \
          are separated by single periods, list items are read with `[number]`, and references cannot be nested. Spaces \
          inside are ignored.",
    sources: &["AD-REF-01"],
    bad: "\
name: assembly::a::1.0
properties:
  size: {default: small}
  label:
    read-only: true
    value: '${size'
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  size: {default: small}
  label:
    read-only: true
    value: '${size}'
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    for Reading { value, interpolation } in cx.readings().iter() {
        if matches!(value.role, Role::Default(_)) {
            continue;
        }
        for error in &interpolation.errors {
            report(cx, error);
        }
    }
}

fn report(cx: &mut Check<'_>, error: &InterpolationError) {
    let file = cx.file;
    let text = error.span.of(&file.text);
    match error.kind {
        InterpolationErrorKind::Unclosed => {
            let finding = cx.report(error.span, "unclosed reference").help("use `${property}`");
            let plain = |character: char| character.is_alphanumeric() || "_-.[]".contains(character);
            if text.strip_prefix("${").is_some_and(|name| !name.is_empty() && name.chars().all(plain)) {
                let edit = TextEdit::insert(error.span.end as usize, "}");
                finding.fix("Close the reference", Safety::Unsafe, edit);
            }
        }
        InterpolationErrorKind::Empty => {
            let finding = cx.report(error.span, format!("missing name in `{text}`"));
            finding.help("use `${property}` or `${component.property}`");
        }
        InterpolationErrorKind::Nested => {
            let finding = cx.report(error.span, "nested reference");
            finding.help("write the references one after the other: `${a}${b}`");
        }
        InterpolationErrorKind::BadCharacter => {
            let finding = cx.report(error.span, format!("malformed reference `{text}`"));
            finding.help("names are separated by periods, and an index is a number in brackets: `${list[0].key}`");
        }
        InterpolationErrorKind::Blanks => {
            let finding = cx.report(error.span, format!("spaces in `{text}`"));
            let finding = finding.severity(Severity::Warning).help("the spaces are ignored");
            if let Some(inner) = text.strip_prefix("${").and_then(|rest| rest.strip_suffix('}')) {
                let edit = TextEdit::replace(error.span, format!("${{{}}}", inner.trim()));
                finding.fix("Remove the spaces", Safety::Safe, edit);
            }
        }
    }
}
